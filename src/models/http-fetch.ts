import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import type { Dispatcher } from "undici";

type Fetch = typeof globalThis.fetch;
type Request = (
  url: string,
  options: {
    dispatcher: Dispatcher;
    method: "POST";
    headers: Iterable<[string, string]>;
    body: string | Buffer;
    signal?: AbortSignal;
  },
) => Promise<Dispatcher.ResponseData>;

/** Redirects that are followed; the next one is the answer. */
const MOST_HOPS = 5;
/** Headers that another server may see: of the user's own, any may hold a key. */
const CARRIED = /^(accept|content-type|user-agent)/;

/**
 * A `fetch` for what the SDKs do: POST a JSON text, read a JSON text. It goes straight to undici's `request`, which
 * sends the text as it is and spares the streams that `fetch` lays round it (a picture of 120 kB costs a third of
 * the processor time). Redirects that keep the method are followed here; anything else is
 * left to the real `fetch`.
 */
export function postingFetch(request: Request, fetch: Fetch, dispatcher: Dispatcher): Fetch {
  const posting = async (
    input: string | URL | globalThis.Request,
    init?: RequestInit,
    hops = 0,
  ): Promise<Response> => {
    const { method, body, signal } = init ?? {};
    const plain = typeof input === "string" || input instanceof URL;
    const ready = typeof body === "string" || Buffer.isBuffer(body);
    if (!plain || method?.toUpperCase() !== "POST" || !ready) return fetch(input, init);
    let status: number;
    let headers: Headers;
    let text: string;
    try {
      const reply = await request(String(input), {
        dispatcher,
        method: "POST",
        headers: init?.headers instanceof Headers ? init.headers : new Headers(init?.headers),
        body,
        ...(signal ? { signal } : {}),
      });
      status = reply.statusCode;
      headers = headersOf(reply.headers);
      const packing = String(reply.headers["content-encoding"] ?? "");
      text = packing
        ? unpack(Buffer.from(await reply.body.arrayBuffer()), packing)
        : await reply.body.text();
    } catch (cause) {
      // as `fetch` puts it: the SDKs tell an abort by its name, everything else by its cause. A proxy that lets
      // nobody through is named like an abort, too
      if (signal?.aborted && (cause as Error).name === "AbortError") throw cause;
      throw new TypeError("fetch failed", { cause });
    }
    const place = status >= 300 && status < 400 ? headers.get("location") : null;
    if (place !== null && URL.canParse(place, String(input)) && hops < MOST_HOPS) {
      const target = new URL(place, String(input));
      const own = target.origin === new URL(String(input)).origin ? init : withoutKeys(init);
      if (status === 307 || status === 308) return posting(target, own, hops + 1);
      return fetch(target, {
        ...{ method: "GET", redirect: "error", headers: own?.headers },
        ...(signal ? { signal } : {}),
      } as RequestInit);
    }
    return new TextReply(String(input), status, headers, text) as unknown as Response;
  };
  return (input, init) => posting(input, init);
}

/** A key is for the server that it was given for: another that a redirect names does not get it. */
function withoutKeys(init: RequestInit | undefined): RequestInit {
  const headers = new Headers(init?.headers);
  for (const name of [...headers.keys()]) if (!CARRIED.test(name)) headers.delete(name);
  return { ...init, headers };
}

/** As much of a `Response` as the SDKs read: its text is there, so it needs no stream. */
class TextReply {
  readonly body = null;
  readonly statusText = "";
  readonly redirected = false;
  readonly type = "default";

  constructor(
    readonly url: string,
    readonly status: number,
    readonly headers: Headers,
    private readonly content: string,
  ) {}

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  async text(): Promise<string> {
    return this.content;
  }

  async json(): Promise<unknown> {
    return JSON.parse(this.content);
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return (await new Response(this.content).arrayBuffer()) as ArrayBuffer;
  }

  clone(): TextReply {
    return this;
  }
}

/** Servers and proxies that pack without being asked to; layers are taken off from the last. */
function unpack(bytes: Buffer, packing: string): string {
  const layers = packing
    .toLowerCase()
    .split(/[\s,]+/)
    .reverse();
  return layers
    .reduce((packed, layer) => {
      if (layer === "gzip" || layer === "x-gzip") return gunzipSync(packed);
      if (layer === "deflate") return inflateSync(packed);
      return layer === "br" ? brotliDecompressSync(packed) : packed;
    }, bytes)
    .toString("utf8");
}

function headersOf(given: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  // the text is unpacked and whole
  headers.delete("content-length");
  headers.delete("content-encoding");
  headers.delete("transfer-encoding");
  return headers;
}
