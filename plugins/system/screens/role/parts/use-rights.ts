import { useCall, usePermission, useWords } from '@waypost/host-sdk';
import { useMemo } from 'react';
import { type RoleNode, roleTree, type TreePlugin } from '../calls.ts';
import { buildTree, type TreeItem } from './rights-tree.ts';

/** The tree of rights as the page has it. */
export interface Rights {
  tree: readonly TreeItem[];
  nodes: readonly RoleNode[];
  plugins: readonly TreePlugin[];
  mayGive: (permission: string) => boolean;
}

/** Asks for the tree of rights; undefined until it is there. */
export function useRights() {
  const words = useWords();
  const mayGive = usePermission();
  const { data, error, refetch } = useCall(roleTree, {});
  const rights = useMemo<Rights | undefined>(
    () =>
      data && {
        tree: buildTree(data.content, (permission, taken) => {
          const see = words('system.role.tree.see');
          const verb = `permission.${permission.slice(permission.indexOf(':') + 1)}`;
          const name = taken.includes(see) ? words.first([verb, 'system.role.tree.screen']) : see;
          return taken.includes(name) ? words('system.role.tree.screen') : name;
        }),
        nodes: data.content,
        plugins: data.plugins,
        mayGive,
      },
    [data, words, mayGive],
  );
  return { rights, error, retry: () => void refetch() };
}
