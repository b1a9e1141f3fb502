// Writes down what a Node process throws: class, message, and where, one JSON object a line.
//
// Preloaded with NODE_OPTIONS=--require into every process of a test run. A worker thread debugs
// the main thread, pauses it at each throw, and asks what was thrown and by which line; the code
// under test is not changed in any way. Only throws whose statement stands in a file below
// ERRDEX_RECORD_ROOT, outside of node_modules and tests, are kept, at most three messages a line.
"use strict";

const { Worker, isMainThread } = require("node:worker_threads");

const recorder = () => {
  const inspector = require("node:inspector");
  const { appendFileSync } = require("node:fs");
  const { fileURLToPath } = require("node:url");
  const { workerData } = require("node:worker_threads");
  const { root, out } = workerData;
  const TESTS = /(^|\/)(tests?|spec|__tests__|bench(marks?)?|examples?|fixtures|node_modules)\//;
  const TEST_FILE = /[._-](test|spec)\.[cm]?[jt]sx?$/;
  const MOST = 3;
  const scripts = new Map();
  const counts = new Map();
  const session = new inspector.Session();
  session.connectToMainThread();

  const own = (url) => {
    if (!url) return null;
    let path = url;
    if (url.startsWith("file:")) path = fileURLToPath(url);
    if (!path.startsWith(root)) return null;
    const inner = path.slice(root.length);
    return TESTS.test(inner) || TEST_FILE.test(inner) ? null : inner;
  };

  session.on("Debugger.scriptParsed", ({ params }) => {
    scripts.set(params.scriptId, params.url);
  });

  const tell = `function () {
    try {
      const name = Object.prototype.hasOwnProperty.call(this, "name") || this.name !== "Error"
        ? String(this.name) : this.constructor ? String(this.constructor.name) : "Error";
      return JSON.stringify([name, String(this.message), String(this.code ?? ""),
        String(this.stack ?? "")]);
    } catch { return ""; }
  }`;

  const record = (frames, told) => {
    const [error, message, code, stack] = JSON.parse(told);
    const { file, line } = frames[0];
    const place = `${file}:${line}`;
    const known = counts.get(place) ?? new Set();
    counts.set(place, known);
    if (known.size >= MOST || known.has(message)) return;
    known.add(message);
    const row = { file, line, error, message, code, stack, frames: frames.slice(0, 12) };
    appendFileSync(out, JSON.stringify(row) + "\n");
  };

  session.on("Debugger.paused", ({ params }) => {
    const resume = () => session.post("Debugger.resume");
    const data = params.data;
    if (params.reason !== "exception" || !data?.objectId) return resume();
    const frames = [];
    for (const { location, functionName } of params.callFrames) {
      const file = own(scripts.get(location.scriptId));
      if (file === null) {
        if (frames.length === 0) return resume();
        continue;
      }
      frames.push({ file, line: location.lineNumber + 1, function: functionName });
    }
    if (frames.length === 0) return resume();
    session.post(
      "Runtime.callFunctionOn",
      { objectId: data.objectId, functionDeclaration: tell, returnByValue: true, silent: true },
      (error, answer) => {
        if (!error && answer.result?.value) record(frames, answer.result.value);
        resume();
      },
    );
  });
  session.post("Debugger.enable");
  session.post("Debugger.setPauseOnExceptions", { state: "all" });
  setInterval(() => {}, 1000); // a session alone does not keep the worker alive
};

if (isMainThread && process.env.ERRDEX_RECORD_OUT) {
  const root = process.env.ERRDEX_RECORD_ROOT;
  const worker = new Worker(`(${recorder.toString()})()`, {
    eval: true,
    env: { ...process.env, NODE_OPTIONS: "" },
    execArgv: [],
    workerData: { root, out: process.env.ERRDEX_RECORD_OUT },
  });
  worker.unref();
}
