import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * One cache for all test files of one run of the tests, and of no other: neither a user's own, nor what an earlier
 * run left, nor that of another user of the machine.
 */
export default function ownCache(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "normact-test-cache-"));
  process.env.NORMACT_CACHE = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
