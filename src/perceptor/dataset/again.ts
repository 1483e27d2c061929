import { NormactError } from "../../core/errors.js";
import { taskById } from "../../tasks/registry.js";
import type { Episode } from "../../world/types.js";
import type { Item } from "./item.js";

/** The episode that an item's picture shows. @throws NormactError bad_training_set for a picture of one's own */
export function episodeFromItem(item: Item): Episode {
  const { scene } = item;
  if (!scene)
    throw new NormactError("bad_training_set", `${item.id} was not drawn from a scene`, 2);
  return taskById(item.task).generate({
    seed: scene.seed,
    instance: scene.instance,
    variant: scene.variant,
    attempt: scene.attempt,
    twin: false,
    split: "training",
  });
}
