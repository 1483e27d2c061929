// A vitest reporter that ends the output with one plain line: "N passed, N failed, N skipped".
export default class ClosingLine {
  onTestRunEnd(modules, unhandledErrors) {
    const count = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const state = test.result().state;
        count[state === "passed" ? "passed" : state === "failed" ? "failed" : "skipped"]++;
      }
      // a file that could not even be loaded has no tests of its own to count
      if (module.state() === "failed" && [...module.children.allTests()].length === 0)
        count.failed++;
    }
    count.failed += unhandledErrors.length;
    process.stdout.write(
      `\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`,
    );
  }
}
