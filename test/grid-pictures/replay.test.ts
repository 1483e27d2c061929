import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freeScenario } from "../../src/grid/scenarios/free.js";
import { replayHtml, watchScenario } from "../../src/grid-pictures/index.js";
import type { Trace } from "../../src/grid-pictures/types.js";

const HOSTILE = `</script><script>window.hit=1</script><img src=x onerror="window.hit=1">"'&\u2028<!--`;

const played = watchScenario(
  freeScenario({ norm: "group-doors-abc", layout: "cafe", seed: 11, steps: 60, blindSlots: 4 }),
  "norm-blind",
);
const hostile: Trace = {
  ...played,
  title: HOSTILE,
  about: [HOSTILE, "plain"],
  frames: played.frames.map((f) => ({
    ...f,
    goal: HOSTILE,
    note: HOSTILE,
    people: f.people.map((p) => ({ ...p, action: HOSTILE })),
  })),
};

describe("the replay page", () => {
  it("asks for nothing from anywhere, and only its own script may run", () => {
    const html = replayHtml(played);
    expect(html.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(
      /https?:|\/\/[a-z]|@import|src=/i,
    );
    const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] as string;
    const hash = createHash("sha256").update(script).digest("base64");
    expect(html).toContain(
      `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'`,
    );
    expect(html).not.toMatch(/ on[a-z]+="/);
  });

  it("holds hostile names as words, never as markup", () => {
    const html = replayHtml(hostile);
    expect(html.match(/<\/script>/g)).toHaveLength(2);
    expect(html).not.toContain("<img");
    expect(html).not.toContain("<!--");
    const data = /id="data">([\s\S]*?)<\/script>/.exec(html)?.[1] as string;
    expect(data).not.toMatch(/[<>&\u2028]/);
    expect(JSON.parse(data).frames[0].goal).toBe(HOSTILE);
  });

  it("is the same bytes for the same trace", () => {
    expect(replayHtml(structuredClone(played))).toBe(replayHtml(played));
  });
});

const CHROMIUM = "/usr/bin/chromium";
const absent = !existsSync(CHROMIUM);
if (absent)
  process.stderr.write(
    `replay page in a browser: skipped, ${CHROMIUM} is not installed (apt-get install chromium)\n`,
  );

describe.skipIf(absent)("the replay page in Chromium", () => {
  const folder = mkdtempSync(join(tmpdir(), "normact-replay-"));
  let browser: Browser;
  let opened = 0;

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Opens a page from disk; collects whatever goes wrong or is asked for. */
  async function open(trace: Trace): Promise<{ page: Page; faults: string[]; asked: string[] }> {
    const file = join(folder, `page-${opened++}.html`);
    writeFileSync(file, replayHtml(trace));
    const page = await browser.newPage();
    const [faults, asked]: [string[], string[]] = [[], []];
    page.on("pageerror", (e) => faults.push(e.message));
    page.on("console", (m) => faults.push(m.text()));
    page.on("request", (r) => asked.push(r.url()));
    await page.goto(pathToFileURL(file).href);
    return { page, faults, asked };
  }

  it("steps by keys and buttons, plays, pauses and scrubs", async () => {
    const { page, faults, asked } = await open(played);
    const step = () => page.textContent("#step");
    expect(await step()).toBe("Step 1");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    expect(await step()).toBe("Step 2");
    await page.click("#on");
    expect(await step()).toBe("Step 3");
    await page.keyboard.press("End");
    expect(await step()).toBe(`Step ${played.frames.at(-1)?.turn}`);
    await page.keyboard.press("Home");
    expect(await step()).toBe("Step 1");
    await page.locator("#scrub").fill("20");
    expect(await step()).toBe("Step 21");
    // from here on the page's clock goes as far as it is told
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(86_400_000);
    await page.selectOption("#pace", "120");
    await page.click("#play");
    expect(await page.textContent("#play")).toBe("Pause");
    await page.clock.runFor(3 * 120);
    expect(await step()).toBe("Step 24");
    await page.click("#play");
    expect(await page.textContent("#play")).toBe("Play");
    expect(faults).toEqual([]);
    expect(asked).toHaveLength(1);
    await page.close();
  });

  it("shows on each step the people, marks and lines of its frame", async () => {
    const { page, faults } = await open(played);
    for (let i = 0; i < played.frames.length; i++) {
      const frame = played.frames[i] as Trace["frames"][number];
      const shown = await page.evaluate(() => {
        const { document } = globalThis as any;
        return {
          ids: [...document.querySelectorAll(".person")]
            .map((n: any) => Number(n.dataset.id))
            .sort((a: number, b: number) => a - b),
          crosses: document.querySelectorAll('#marks use[href="#mark-sanction"]').length,
          lines: [...document.querySelectorAll("#log li")].map((n: any) => n.textContent),
          goal: document.getElementById("goal").textContent,
        };
      });
      expect(shown.ids).toEqual(frame.people.map((p) => p.id).sort((a, b) => a - b));
      expect(shown.crosses).toBe(frame.people.filter((p) => p.sanctioned).length);
      expect(shown.lines).toHaveLength(frame.people.length);
      expect(shown.goal).toBe(frame.goal ?? "");
      await page.keyboard.press("ArrowRight");
    }
    expect(faults).toEqual([]);
    await page.close();
  });

  it("puts people on their cells of the map", async () => {
    const { page } = await open(played);
    const first = played.frames[0]?.people[0] as Trace["frames"][number]["people"][number];
    const transform = await page.evaluate(
      (id) =>
        (globalThis as any).document.querySelector(`.person[data-id="${id}"]`).style.transform,
      first.id,
    );
    expect(transform).toBe(`translate(${18 + first.at[1] * 48}px, ${18 + first.at[0] * 48}px)`);
    await page.close();
  });

  it("shows hostile names as they are and runs nothing of them", async () => {
    const { page, faults, asked } = await open(hostile);
    await page.keyboard.press("ArrowRight");
    expect(await page.textContent("h1")).toBe(HOSTILE);
    expect(await page.textContent("#goal")).toBe(HOSTILE);
    expect(await page.textContent("#log li")).toContain(HOSTILE);
    expect(await page.evaluate(() => (globalThis as any).hit)).toBeUndefined();
    expect(faults).toEqual([]);
    expect(asked).toHaveLength(1);
    await page.close();
  });
});
