import type { Api } from '../../api.ts';

/** One entry of `menu/tree`. */
interface Node {
  name: string;
  path: string;
  type: number;
  permission: string | null;
  hidden?: true;
  children: Node[];
}

/** A screen of a menu, with the rights of its buttons. */
export interface Screen {
  route: string;
  name: string;
  isHidden: boolean;
  buttons: readonly string[];
}

/** The menu as the server gives it to somebody, in a language. */
export const menuOf = async (api: Api, locale = 'en-US'): Promise<Node[]> =>
  (await api.call<{ tree_menu_arr: Node[] }>('menu/tree', {}, { 'accept-language': locale })).content
    .tree_menu_arr;

/** Every screen of a menu, those that it does not show among them. */
export function screensOf(nodes: readonly Node[]): Screen[] {
  return nodes.flatMap((node) => [
    ...(node.type === 1 && node.path.startsWith('/customer/') ? [screenOf(node)] : []),
    ...screensOf(node.children),
  ]);
}

function screenOf({ path, name, hidden, children }: Node): Screen {
  const buttons = children.flatMap(({ type, permission }) =>
    type === 2 && permission !== null ? [permission] : [],
  );
  return { route: path.slice('/customer/'.length), name, isHidden: hidden ?? false, buttons };
}
