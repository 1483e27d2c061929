import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { describe, expect, it } from "vitest";
import { createAdapter } from "../../src/models/adapters.js";
import { proxyFor, withDeadline } from "../../src/models/http.js";
import { answer, providerServer, silence } from "../servers/index.js";

describe("the proxy for an address", () => {
  const env = {
    HTTPS_PROXY: "http://p:1",
    HTTP_PROXY: "p:2",
    NO_PROXY: "corp.example, .lan:8000,[::2]",
  };
  it.each([
    ["https://api.openai.com/v1", "http://p:1"],
    ["http://models.example/v1", "http://p:2"],
    ["http://localhost:8000/v1", null],
    ["http://127.0.0.1:8000/v1", null],
    ["http://[::1]:8000/v1", null],
    ["https://corp.example/v1", null],
    ["https://a.corp.example/v1", null],
    ["https://notcorp.example/v1", "http://p:1"],
    ["http://gpu.lan:8000/v1", null],
    ["http://gpu.lan:9000/v1", "http://p:2"],
  ])("%s: %s", (address, proxy) => {
    expect(proxyFor(address, env)?.url ?? null).toBe(proxy);
  });

  it("knows lower case, ALL_PROXY and *", () => {
    const lower = { https_proxy: "http://u:p@q:1" };
    expect(proxyFor("https://a.example", lower)).toEqual({
      ...{ url: "http://u:p@q:1", shown: "http://q:1", variable: "https_proxy" },
    });
    const all = { ALL_PROXY: "http://q:2" };
    expect(proxyFor("https://a.example", all)).toMatchObject({ variable: "ALL_PROXY" });
    expect(proxyFor("https://a.example", { ...env, NO_PROXY: "*" })).toBeNull();
    expect(proxyFor("https://a.example", {})).toBeNull();
  });

  it.each(["socks5://me:hunter22@q:1", "http://", "::"])("%s is refused, unshown", (text) => {
    const call = () => proxyFor("https://a.example", { HTTPS_PROXY: text });
    expect(call).toThrow(/^HTTPS_PROXY holds no address of an HTTP proxy/);
    expect(call).not.toThrow(/hunter22/);
  });
});

/** A proxy that tunnels everything to one origin, whatever host is asked for, and keeps the names. */
async function tunnel(origin: string) {
  const asked: { host: string; auth: string | undefined }[] = [];
  const server = createServer();
  server.on("connect", (request, socket) => {
    asked.push({ host: request.url ?? "", auth: request.headers["proxy-authorization"] });
    const { hostname, port } = new URL(origin);
    const behind = connect(Number(port), hostname, () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      behind.pipe(socket).pipe(behind);
    });
    behind.on("error", () => socket.destroy());
    socket.on("error", () => behind.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { asked, port, close: () => server.close() };
}

describe("calls through a proxy", () => {
  it.each(["openai", "google", "anthropic", "compatible"] as const)("%s", async (provider) => {
    await using server = await providerServer(answer("[]"));
    const proxy = await tunnel(server.origin);
    const adapter = createAdapter(provider, {
      baseUrl: "http://models.invalid:8123/v1",
      env: {
        OPENAI_API_KEY: "sk-1234567890",
        GEMINI_API_KEY: "k-1234567890",
        ANTHROPIC_API_KEY: "k-1234567890",
        HTTP_PROXY: `http://me:hunter22@127.0.0.1:${proxy.port}`,
      },
    });
    const chat = { model: "m", messages: [], max_tokens: 9 };
    const body = provider === "google" ? { contents: "hi", generationConfig: {} } : chat;
    const raw = await adapter.call(body, "m");
    expect(adapter.fromResponse(raw)?.text).toBe("[]");
    expect(proxy.asked).toEqual([
      {
        host: "models.invalid:8123",
        auth: `Basic ${Buffer.from("me:hunter22").toString("base64")}`,
      },
    ]);
    await adapter.close();
    proxy.close();
  });

  it("that is not there: the error names it, its variable and the endpoint, and no password", async () => {
    const adapter = createAdapter("compatible", {
      baseUrl: "http://models.invalid/v1",
      env: { HTTP_PROXY: "http://me:hunter22@127.0.0.1:9" },
    });
    const thrown = await adapter.call({ model: "m", messages: [] }, "m").catch((e: unknown) => e);
    const { error } = adapter.classifyError(thrown, 0);
    expect(error).toMatchObject({ code: "connection", retry: "transient" });
    expect(error.message).toContain("models.invalid");
    expect(error.message).toContain("through the proxy http://127.0.0.1:9 that HTTP_PROXY names");
    expect(error.message).not.toContain("hunter22");
    await adapter.close();
  });

  it.each([
    [407, true],
    [502, false],
  ])("that answers %i: no call was cancelled, and the proxy is named", async (status, fatal) => {
    const server = createServer();
    server.on("connect", (_request, socket) => socket.end(`HTTP/1.1 ${status} No\r\n\r\n`));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const adapter = createAdapter("openai", {
      env: { OPENAI_API_KEY: "sk-1234567890", https_proxy: `me:hunter22@127.0.0.1:${port}` },
    });
    const thrown = await adapter.call({ model: "m", messages: [] }, "m").catch((e: unknown) => e);
    const { error } = adapter.classifyError(thrown, 0);
    expect(error).toMatchObject({ code: "connection", fatal });
    expect(error.message).toContain(`Proxy response (${status})`);
    expect(error.message).toContain(`the proxy http://127.0.0.1:${port} that https_proxy names`);
    expect(error.message).not.toContain("hunter22");
    await adapter.close();
    server.close();
  });
});

describe("the deadline", () => {
  it("leaves no listener on the caller's signal", async () => {
    const stop = new AbortController();
    let listeners = 0;
    const { signal } = stop;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = ((...a: Parameters<typeof add>) => {
      listeners++;
      add(...a);
    }) as typeof signal.addEventListener;
    signal.removeEventListener = ((...a: Parameters<typeof remove>) => {
      listeners--;
      remove(...a);
    }) as typeof signal.removeEventListener;
    expect(await withDeadline(1000, signal, async () => 7)).toBe(7);
    await expect(
      withDeadline(1000, signal, async () => {
        throw new Error("x");
      }),
    ).rejects.toThrow("x");
    expect(listeners).toBe(0);
    stop.abort();
    await expect(withDeadline(1000, signal, async () => 7)).rejects.toThrow("cancelled");
  });

  it("a long run's calls end with it, and closing lets go of the sockets", async () => {
    await using server = await providerServer(silence);
    const adapter = createAdapter("compatible", {
      baseUrl: server.url("compatible"),
      timeoutMs: 100,
    });
    const thrown = await adapter.call({ model: "m", messages: [] }, "m").catch((e: unknown) => e);
    expect(adapter.classifyError(thrown, 0).error).toMatchObject({ code: "timeout" });
    await adapter.close();
  });
});
