import type { Catalogue, MenuEntry } from '../../services/catalogue.ts';
import type { Activation } from './activation.ts';
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
    menus: () =>
      active().flatMap((activation) => [...activation.menus].map((menu) => withButtons(menu, activation))),
    menuGroup: (name) =>
      active()
        .map(({ manifest }) => manifest.menuGroups?.[name])
        .find((group) => group !== undefined),
    remotes: () => active().flatMap((activation) => activation.remote ?? []),
    slots: () =>
      active().flatMap(({ id, manifest }) =>
        (manifest.slots ?? []).map(({ slot, name, order, permission }) => ({
          slot,
          plugin: id,
          name,
          order: order ?? 0,
          permission,
        })),
      ),
    generation: () => generations.current().number,
    translate: (locale, key, params) => translateIn(generations.current(), locale, key, params),
    onChange: (listener) => generations.onChange(listener),
  };
}

/** A screen's buttons: every node of its noun. A resource brings its own; those of other screens are declared one by one. */
function withButtons(menu: MenuEntry, activation: Activation): MenuEntry {
  const noun = menu.permission.slice(0, menu.permission.indexOf(':') + 1);
  const known = new Set([menu.permission, ...menu.buttons.map((button) => button.permission)]);
  const further = [...activation.permissions]
    .filter((node) => noun !== '' && node.startsWith(noun) && !known.has(node))
    .map((permission) => ({
      permission,
      name: `permission.${permission.slice(noun.length)}`,
      isOfNoun: true as const,
    }));
  return { ...menu, buttons: [...menu.buttons, ...further] };
}
