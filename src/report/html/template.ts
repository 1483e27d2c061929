/**
 * HTML that is escaped by default. Whatever is put into `html` is text, unless it is itself made by `html` (or
 * trusted on purpose): what a model wrote cannot become markup.
 */
export class Html {
  constructor(readonly text: string) {}
}

export type Part = Html | string | number | null | undefined | false | readonly Part[];

// also characters that browsers drop or that turn the direction of writing
const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};

/** Text for element content and quoted attributes. Control and direction characters are shown by their code. */
export function escapeHtml(text: string): string {
  return text
    .replace(/[&<>"'`]/g, (c) => ESCAPES[c]!)
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, (c) =>
      c === "\n" || c === "\t" || c === "\r"
        ? c
        : `[U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`,
    );
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(render).join("");
  return escapeHtml(String(part));
}

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((s, i) => (i === 0 ? s : render(parts[i - 1]) + s)).join(""));
}

/** Markup that this program made by other means (charts). Never anything from a file or a model. */
export const trusted = (text: string): Html => new Html(text);
