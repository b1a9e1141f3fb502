; expect(() => f()).toThrow("…"), assert.throws(f, /…/), await expect(p).rejects.toThrow(X)
((call_expression function: (member_expression property: (property_identifier) @name)) @call
  (#any-of? @name "toThrow" "toThrowError" "throw" "throws" "throwError" "rejects" "throwsAsync" "rejectedWith" "toThrowErrorMatchingInlineSnapshot" "toMatchInlineSnapshot" "toBe" "toEqual" "toStrictEqual" "toMatch" "toContain" "toMatchObject" "equal" "strictEqual" "match" "is" "include" "eql" "contain"))
