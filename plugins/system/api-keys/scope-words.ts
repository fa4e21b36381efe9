import { MenuType } from '@waypost/contract';
import type { PermissionNode } from '@waypost/sdk/platform';
import type { ScopeWords } from './calls.ts';

type Node = Pick<PermissionNode, 'id' | 'parent' | 'name' | 'type' | 'permission' | 'is_active' | 'is_own'>;

interface Options {
  holds: (permission: string) => boolean;
  /** What the rights to see a screen, and to all that is done with a thing, are called. */
  see: string;
  all: string;
  /** A right to something else than what its screen is about: "API key: Create". */
  ofOther: (noun: string, right: string) => string;
}

/**
 * Rights that somebody holds as scopes of a key, in words, screen by screen as the menu has them. A right that several
 * screens need stands at the first; what is done with one noun is led by a scope for all of it.
 */
export function scopeWords(nodes: readonly Node[], { holds, see, all, ofOther }: Options): ScopeWords[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const words = new Map<string, ScopeWords>();
  const nouns = new Map<string, ScopeWords[]>();
  for (const node of nodes) {
    const { permission, parent, type, is_active, is_own } = node;
    if (permission === null || !is_active || is_own || !holds(permission) || words.has(permission)) continue;
    const isScreen = type === MenuType.route;
    const screen = (isScreen ? undefined : byId.get(parent)) ?? node;
    const noun = nounOf(permission);
    const right = (name: string) => (nounOf(screen.permission ?? '') === noun ? name : ofOther(noun, name));
    const one = { scope: permission, screen: screen.name, right: right(isScreen ? see : node.name) };
    words.set(permission, one);
    const known = nouns.get(noun);
    if (known) known.push(one);
    else nouns.set(noun, [{ scope: `${noun}:*`, screen: screen.name, right: right(all) }, one]);
  }
  // All of one right is that right.
  return [...nouns.values()].flatMap((rights) => (rights.length > 2 ? rights : rights.slice(1)));
}

const nounOf = (permission: string) => permission.slice(0, permission.indexOf(':'));
