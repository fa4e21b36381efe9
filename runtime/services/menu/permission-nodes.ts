import { type Locale, MenuPlatform, MenuType, YesNo } from '@waypost/contract';
import type { PermissionNode } from '@waypost/sdk/platform';
import type { Catalogue } from '../catalogue.ts';
import type { DeclaredNode, MenuNodeDocument } from '../collections.ts';
import { declaredNodes } from './declared-nodes.ts';
import { groupId, ownNode } from './node-ids.ts';

interface Options {
  catalogue: Catalogue;
  locale: Locale;
  /** What plugins declared when they last ran. */
  remembered: readonly DeclaredNode[];
  changes: readonly MenuNodeDocument[];
}

/** The tree that roles are made of: what plugins declare, with what operators changed and added. */
export function permissionNodes({ catalogue, locale, remembered, changes }: Options): PermissionNode[] {
  const active = declaredNodes(catalogue);
  const changed = new Map(changes.filter(({ is_own }) => !is_own).map((change) => [change._id, change]));
  const seen = new Set(active.map(({ id }) => id));
  const running = new Set(catalogue.permissions().map(({ plugin }) => plugin));
  // A newer release of a plugin that runs has left such nodes behind: nobody can reach them any more.
  const dormant = remembered.filter(({ id, plugin }) => !seen.has(id) && !running.has(plugin));
  const declared = [
    ...active.map((node) => shown(node, { locale, change: changed.get(node.id), isActive: true })),
    ...unique(dormant).map((node) => shown(node, { locale, change: changed.get(node.id), isActive: false })),
  ];
  return [
    ...declared,
    ...changes.filter(({ is_own }) => is_own).map((own) => ownEntry(own, catalogue, locale)),
  ];
}

const unique = (nodes: readonly DeclaredNode[]) => [
  ...new Map(nodes.map((node) => [node.id, node])).values(),
];

function shown(
  node: DeclaredNode,
  { locale, change, isActive }: { locale: Locale; change: MenuNodeDocument | undefined; isActive: boolean },
): PermissionNode {
  const { names, hidden, ...facts } = node;
  return {
    ...facts,
    name: change?.name || names[locale],
    declared_name: names[locale],
    platform: MenuPlatform.pc,
    sort: change?.sort ?? node.sort,
    show_headshot: yesNo(change?.show_headshot),
    allow_selection: YesNo.yes,
    is_active: isActive,
    is_own: false,
    hidden: change?.hidden ?? false,
    is_declared_hidden: hidden,
    ...touched(change),
  };
}

function ownEntry(own: MenuNodeDocument, catalogue: Catalogue, locale: Locale): PermissionNode {
  const key = own.language_variables;
  const translated = key === '' ? key : catalogue.translate(locale, key);
  return {
    id: own._id,
    parent: own.parent === '' ? '' : groupId(own.parent),
    name: translated === key ? own.name : translated,
    declared_name: own.name,
    language_variables: key,
    path: own.path,
    type: MenuType.route,
    platform: MenuPlatform.pc,
    icon: own.icon,
    sort: own.sort ?? 0,
    show_headshot: yesNo(own.show_headshot),
    allow_selection: yesNo(own.allow_selection),
    permission: ownNode(own._id),
    plugin: '',
    is_active: true,
    is_own: true,
    hidden: own.hidden,
    is_declared_hidden: false,
    ...touched(own),
  };
}

const yesNo = (value: number | undefined) => (value === YesNo.yes ? YesNo.yes : YesNo.no);

const touched = (change: MenuNodeDocument | undefined) => ({
  changed_by: change?.changed_by ?? '',
  change_time: change?.update_time.toISOString() ?? '',
  version: change?.version ?? 0,
});
