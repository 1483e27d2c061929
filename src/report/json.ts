import type { Reference } from "./data/reference.js";
import type { ReportData } from "./data/types.js";

/** The report as JSON: everything but the bytes of the pictures; the paper's records beside it when asked for. */
export function reportJson(data: ReportData, reference: Reference | null): unknown {
  return {
    ...data,
    sets: data.sets.map((set) => ({
      ...set,
      gallery: set.gallery.map(({ picture: _, ...rest }) => rest),
    })),
    ...(reference ? { reference: { paper: reference.paper, records: reference.records } } : {}),
  };
}
