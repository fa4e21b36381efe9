import type { Catalogue } from '../../services/types.ts';
import { translateIn } from './generation.ts';
import type { Generations } from './generations.ts';

/** What active plugins declare, for the services; always that of the generation visible now. */
export function createCatalogue(generations: Generations): Catalogue {
  const active = () => [...generations.current().activations.values()];
  return {
    permissions: () =>
      active().flatMap((activation) =>
        [...activation.permissions].map((node) => ({ node, plugin: activation.id })),
      ),
    menus: () => active().flatMap((activation) => [...activation.menus]),
    remotes: () => active().flatMap((activation) => activation.remote ?? []),
    generation: () => generations.current().number,
    translate: (locale, key, params) => translateIn(generations.current(), locale, key, params),
    onChange: (listener) => generations.onChange(listener),
  };
}
