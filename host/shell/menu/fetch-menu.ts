import type { Client } from '@waypost/host-sdk/light';
import type { Menu, MenuNode, RemoteAddress } from './menu.ts';

interface MenuAnswer {
  tree_menu_arr: MenuNode[];
  remotes?: RemoteAddress[];
  slots?: Menu['slots'];
  generation?: number;
}

/** Asks for the menu of the signed-in person. @throws ApiError */
export async function fetchMenu(client: Client, signal?: AbortSignal): Promise<Menu> {
  const answer = await client.post<MenuAnswer>('menu', 'tree', {}, { signal });
  return {
    tree: answer.tree_menu_arr,
    remotes: answer.remotes ?? [],
    slots: answer.slots ?? [],
    generation: answer.generation ?? 0,
  };
}
