import type { Client } from '@waypost/host-sdk/light';
import { callPlatform } from '../app/call-platform.ts';
import type { Menu } from './menu.ts';

/** Asks for the menu of the signed-in person. @throws ApiError */
export async function fetchMenu(client: Client, signal?: AbortSignal): Promise<Menu> {
  const { tree_menu_arr, ...rest } = await callPlatform(client, 'menu/tree', {}, { signal });
  return { tree: tree_menu_arr, ...rest };
}
