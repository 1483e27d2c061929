import { request } from "node:http";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { builtinLabeller } from "../../src/perceptor/label/labeller.js";
import { loadLabelPrompt } from "../../src/perceptor/label/prompt.js";
import { labelAll, labelsFile } from "../../src/perceptor/label/run.js";
import { readReviews, reviewsFile } from "../../src/perceptor/review/file.js";
import { serveReview } from "../../src/perceptor/review/server.js";
import { ReviewSession, type Shown } from "../../src/perceptor/review/session.js";
import { scratch } from "../helpers/cli.js";
import { tinySet } from "./helpers.js";

async function open() {
  const folder = scratch();
  const items = await tinySet(folder, 1, 3);
  const prompt = loadLabelPrompt();
  await labelAll(
    {
      folder,
      items,
      labeller: builtinLabeller(prompt),
      prompt,
      out: labelsFile(folder),
      concurrency: 2,
    },
    { stop: new AbortController().signal, onStart() {}, onLabel() {} },
  );
  const session = new ReviewSession(
    folder,
    { labels: labelsFile(folder), reviews: reviewsFile(folder) },
    () => "2026-01-01T00:00:00Z",
  );
  const server = await serveReview(session, { port: 0, onVerdict() {} });
  onTestFinished(async () => {
    await server.close();
    session.close();
  });
  return { folder, server, session };
}

/** A request with headers that `fetch` would not send. */
function raw(
  url: string,
  headers: Record<string, string>,
  method = "GET",
  body = "",
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers }, (response) => {
      let text = "";
      response.on("data", (d) => (text += d));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    call.on("error", reject);
    call.end(body);
  });
}

it("shows pictures and labels, and keeps accept, edit and reject", async () => {
  const { folder, server, session } = await open();
  const page = await fetch(server.url);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  const token = /"x-normact-token": "([0-9a-f]+)"/.exec(await page.text())![1]!;
  const items = (await (await fetch(`${server.url}api/items`)).json()) as Shown[];
  expect(items).toHaveLength(3);
  const picture = await fetch(`${server.url}picture/${items[0]!.id}`);
  expect(picture.headers.get("content-type")).toBe("image/png");
  const say = (said: unknown, headers: Record<string, string> = {}) =>
    fetch(`${server.url}api/review`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-normact-token": token, ...headers },
      body: JSON.stringify(said),
    });
  const said = (i: number, verdict: string, text: string) => ({
    id: items[i]!.id,
    label: items[i]!.label,
    verdict,
    text,
  });
  expect((await say(said(0, "accept", items[0]!.text!))).status).toBe(200);
  expect((await say(said(1, "edit", "  I see more. It should count. "))).status).toBe(200);
  expect((await say(said(2, "reject", ""))).status).toBe(200);
  expect(session.counts()).toEqual({ accept: 1, edit: 1, reject: 1, open: 0 });
  expect(readReviews(reviewsFile(folder)).get(items[1]!.id)?.text).toBe(
    "I see more. It should count.",
  );
  // what cannot be meant
  expect((await say({ ...said(0, "accept", "x"), label: "0000000000000000" })).status).toBe(409);
  expect((await say(said(0, "edit", " "))).status).toBe(409);
  expect((await say({ ...said(0, "accept", "x"), more: 1 })).status).toBe(400);
  expect((await say("nonsense")).status).toBe(400);
});

it("refuses other hosts, other pages, other files, and writing without its token", async () => {
  const { server, session } = await open();
  const port = new URL(server.url).port;
  const items = session.list();
  const body = JSON.stringify({
    id: items[0]!.id,
    label: items[0]!.label,
    verdict: "reject",
    text: "",
  });
  const json = { "content-type": "application/json" };
  expect((await raw(server.url, { host: `evil.example:${port}` })).status).toBe(403);
  expect((await raw(server.url, { origin: "http://evil.example" })).status).toBe(403);
  expect((await raw(`${server.url}api/review`, json, "POST", body)).status).toBe(403);
  expect(
    (
      await raw(
        `${server.url}api/review`,
        { ...json, "x-normact-token": "0".repeat(48) },
        "POST",
        body,
      )
    ).status,
  ).toBe(403);
  expect((await raw(server.url, {}, "DELETE")).status).toBe(405);
  for (const path of [
    "picture/../set.json",
    "picture/%2e%2e%2fset.json",
    "picture/nothing",
    "set.json",
  ])
    expect((await raw(server.url + path, {})).status).toBe(404);
  expect(session.counts().open).toBe(3);
});

it("says which port is taken", async () => {
  const { folder, server } = await open();
  const port = Number(new URL(server.url).port);
  const session = new ReviewSession(
    folder,
    { labels: labelsFile(folder), reviews: join(folder, "other.jsonl") },
    () => "now",
  );
  await expect(serveReview(session, { port, onVerdict() {} })).rejects.toThrow(/is taken/);
  session.close();
});
