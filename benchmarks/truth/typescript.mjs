// Loads the TypeScript compiler from the folder where the corpora command installed it.

import { createRequire } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

const cache = process.env.ERRDEX_BENCH ?? join(homedir(), ".cache", "errdex-bench");
export default createRequire(join(cache, "node", "package.json"))("typescript");
