import type { Entity, Setting, Snapshot } from "../world/types.js";
import type { Environment, Part } from "./types.js";

export interface SceneMakers {
  setting(snapshot: Snapshot): Part[];
  entity(entity: Entity, snapshot: Snapshot): Part[];
  environment(setting: Setting): Environment;
}

let makers: SceneMakers | undefined;

export function useMakers(m: SceneMakers): void {
  makers = m;
}

export function environmentOf(setting: Setting): Environment {
  return makers!.environment(setting);
}

export function sceneParts(snapshot: Snapshot): Part[] {
  const parts = makers!.setting(snapshot);
  for (const e of snapshot.entities) parts.push(...makers!.entity(e, snapshot));
  return parts;
}
