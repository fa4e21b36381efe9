import { type BodyOf, errors, MenuType, YesNo } from '@waypost/contract';
import type { SignedRequest } from '@waypost/sdk';
import type { PermissionNode, PlatformContext } from '@waypost/sdk/platform';
import { administrator } from '../administrators/resource.ts';
import type { Explanation, ExplanationStep, roleExplain } from './calls.ts';
import { role } from './resource.ts';
import { findRole, type StoredRole } from './rights.ts';

type Asked = BodyOf<typeof roleExplain>;

interface Person {
  _id: string;
  account: string;
  role: string;
  disabled: number;
  must_change_password: boolean;
}

/** Pages of a role's history that are looked through for who gave a right. */
const HISTORY_PAGES = 5;
const HISTORY_PAGE = 100;

/**
 * Why somebody, or people of a role, can or cannot use a screen or a button: who gives it, who declares it, who hides it,
 * and how far it reaches. Errors: `not_found` 404 for a person or role that the caller does not see.
 */
export async function explain(
  context: PlatformContext,
  asked: Asked,
  request: SignedRequest,
): Promise<Explanation> {
  const person = asked.account === undefined ? undefined : await findPerson(context, asked.account, request);
  const found = await findRole(context, person?.role ?? asked.role ?? '');
  const nodes = await context.roles.nodes(request.locale);
  const node = findNode(nodes, asked, found);
  const tellName = async (id: string) => context.identity.roleName(id, request.locale);
  const facts = { context, request, found, node, nodes, tellName };
  const steps = [
    ...(person ? stepsOfPerson(person) : []),
    ...(await declaredSteps(facts, asked)),
    ...(node ? await grantSteps(facts, node) : []),
  ];
  const may = steps.every(({ is_fine }) => is_fine);
  if (node)
    steps.push(...(await shownSteps(facts, node, may)), ...(may ? scopeSteps(found, node, nodes) : []));
  return {
    may,
    is_in_menu: node?.type === 1 ? may && !node.hidden && !node.is_declared_hidden : null,
    node: node ?? null,
    role: { id: found._id, name: await tellName(found._id) },
    steps,
  };
}

interface Facts {
  context: PlatformContext;
  request: SignedRequest;
  found: StoredRole;
  node: PermissionNode | undefined;
  nodes: readonly PermissionNode[];
  tellName(role: string): Promise<string>;
}

const step = (
  kind: ExplanationStep['kind'],
  is_fine: boolean,
  params: Record<string, string> = {},
): ExplanationStep => ({ kind, is_fine, params });

/** Oneself, or somebody whom the caller may look up; nobody below looks at a super administrator. */
async function findPerson(context: PlatformContext, id: string, request: SignedRequest): Promise<Person> {
  const { caller } = request;
  const mayLook = caller.isSuper || caller.permissions.has('system.account:read') || id === caller.id;
  const found = await context.model(administrator).findOne({ _id: id, remove_time: null }).lean();
  const isAbove = !caller.isSuper && found?.role === (await context.identity.roleId('super'));
  if (!mayLook || found === null || isAbove) throw errors.notFound.create();
  return found;
}

/** A screen may have several places, each with its right: the one that the role has, else the first. */
function findNode(
  nodes: readonly PermissionNode[],
  { route, permission }: Asked,
  found: StoredRole,
): PermissionNode | undefined {
  if (permission !== undefined) {
    // A right stands below each screen that lists it: the screen that stands on it tells most.
    const all = nodes.filter((node) => node.permission === permission);
    return all.find(({ type }) => type === MenuType.route) ?? all[0];
  }
  const path = `/customer/${(route ?? '').replace(/^\/customer\//, '').replace(/\?.*$/, '')}`;
  const places = nodes.filter((node) => node.path === path || node.id === route);
  return places.find((node) => found.permissions.includes(node.permission ?? '')) ?? places[0];
}

function stepsOfPerson({ account, disabled, must_change_password }: Person): ExplanationStep[] {
  return [
    ...(disabled === YesNo.yes ? [step('account_disabled', false, { account })] : []),
    ...(must_change_password ? [step('one_time_password', false, { account })] : []),
  ];
}

async function declaredSteps({ context, request, node }: Facts, asked: Asked): Promise<ExplanationStep[]> {
  if (!node) return [step('unknown', false, { asked: asked.route ?? asked.permission ?? '' })];
  if (node.is_own)
    return [step('added_by_operator', true, { account: await accountOf(context, node.changed_by) })];
  const plugin = (await context.plugins.list()).find(({ id }) => id === node.plugin);
  const name = plugin?.names[request.locale] ?? node.plugin;
  return node.is_active
    ? [step('declared', true, { plugin: name })]
    : [step('plugin_off', false, { plugin: name, reason: plugin?.reason ?? '' })];
}

async function grantSteps(
  { context, found, tellName }: Facts,
  node: PermissionNode,
): Promise<ExplanationStep[]> {
  const name = await tellName(found._id);
  if (found.key === 'super') return [step('granted_super', true, { role: name })];
  const permission = node.permission ?? '';
  if (found.permissions.includes(permission)) {
    const giver = await giverOf(context, found._id, permission);
    if (giver) return [step('granted_by', true, { role: name, ...giver })];
    const isDefault = (found.granted as readonly string[] | undefined)?.includes(permission) ?? false;
    return [step(isDefault ? 'granted_default' : 'granted', true, { role: name })];
  }
  const others = await context.model(role).find({ permissions: permission }, { _id: 1 }).lean();
  const superRole = await context.identity.roleId('super');
  const holders = await Promise.all([superRole, ...others.map(({ _id }) => String(_id))].map(tellName));
  return [step('not_granted', false, { role: name, roles: holders.join(', ') })];
}

async function shownSteps(
  { context }: Facts,
  node: PermissionNode,
  may: boolean,
): Promise<ExplanationStep[]> {
  if (node.type !== 1) return [];
  if (node.hidden)
    return [
      step('hidden', true, { account: await accountOf(context, node.changed_by), time: node.change_time }),
    ];
  if (node.is_declared_hidden) return [step('declared_hidden', true)];
  return may ? [step('shown', true)] : [];
}

/** Whether they see everybody's or the own things, where the right knows the difference. */
function scopeSteps(
  found: StoredRole,
  node: PermissionNode,
  nodes: readonly PermissionNode[],
): ExplanationStep[] {
  const permission = node.permission ?? '';
  const all = `${permission.slice(0, permission.indexOf(':'))}:read_all`;
  if (!nodes.some((one) => one.permission === all)) return [];
  const seesAll = found.key === 'super' || found.permissions.includes(all);
  return [step(seesAll ? 'scope_all' : 'scope_own', true)];
}

/** Who gave a role a right, as far as the log tells: the newest change that has it after and not before. */
async function giverOf(
  context: PlatformContext,
  target: string,
  permission: string,
): Promise<{ account: string; time: string } | undefined> {
  for (let page = 1; page <= HISTORY_PAGES; page += 1) {
    const { content, count } = await context.audited({ target, page, page_size: HISTORY_PAGE });
    const given = content.find(({ before, after }) => holds(after, permission) && !holds(before, permission));
    if (given) return { account: given.actor?.account ?? '', time: given.time };
    if (page * HISTORY_PAGE >= count) return undefined;
  }
  return undefined;
}

function holds(row: unknown, permission: string): boolean {
  const { permissions } = (row ?? {}) as { permissions?: unknown };
  return Array.isArray(permissions) && permissions.includes(permission);
}

async function accountOf(context: PlatformContext, id: string): Promise<string> {
  if (id === '') return '';
  const found = await context.model(administrator).findById(id, { account: 1 }).lean();
  return found?.account ?? '';
}
