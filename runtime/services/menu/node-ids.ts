import { createHash } from 'node:crypto';

/** Ids stay the same over restarts and languages, so that a browser can keep its place in the menu. */
function nodeId(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24);
}

/** Id of a group's node. */
export const groupId = (name: string) => nodeId('group', name);
/** Id of a screen's node. */
export const routeId = (route: string) => nodeId('route', route);
/** Id of a button's node. */
export const buttonId = (route: string, permission: string) => nodeId('button', route, permission);

const OWN = /^system\.link_[0-9a-f]{24}:open$/;

/** Permission node of an entry of the menu that operators added. */
export const ownNode = (id: string) => `system.link_${id}:open`;
/** Whether a permission node is that of an entry that operators added. */
export const isOwnNode = (node: string) => OWN.test(node);
