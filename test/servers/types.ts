import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** What a request's path says about its language. `compatible` is chat completions, too. */
export type Protocol = "chat" | "responses" | "google" | "anthropic";

export interface SeenRequest {
  /** from 0, in order of arrival */
  n: number;
  protocol: Protocol | null;
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  /** as it came over the wire */
  rawBody: string;
  /** what the model is to see, in order: a text, or a picture's base64 */
  parts: ({ type: "text"; text: string } | { type: "image"; base64: string })[];
  model: string;
}

/** Writes a reply. It may take its time; the socket is there to be cut. */
export type Reply = (response: ServerResponse, socket: Socket) => void | Promise<void>;

/** What is answered to a call, whatever its language. */
export type Scenario = (call: SeenRequest) => Reply | Promise<Reply>;

/** Token counts in the meaning of `Usage`; each protocol has its own way to write them. */
export interface FakeUsage {
  input: number;
  cachedInput: number;
  output: number;
  reasoning: number;
}

export interface FakeAnswer {
  text?: string;
  /** `stop`, or why the model ended early */
  finish?: "stop" | "length" | "filter";
  refusal?: string;
  /** thoughts beside the text */
  reasoning?: string;
  /** `null`: no usage in the answer */
  usage?: FakeUsage | null;
  /** the model that the answer names; the one asked for when left out */
  model?: string;
}

export interface FakeError {
  status: number;
  message: string;
  /** in the words of OpenAI's `type`, Google's `status`, Anthropic's `type`; a fitting one when left out */
  type?: string;
  code?: string | number | null;
  param?: string | null;
  /** Google's `details` / Anthropic's `error.details` */
  details?: unknown;
  headers?: Record<string, string>;
}
