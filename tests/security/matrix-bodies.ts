import { seal } from '../api.ts';
import { type RouteFacts, TARGETS, type World } from './world.ts';

/** Bodies beside the id, where the schema alone does not say a valid one. A call that needs one and has none fails. */
export const BODIES: Readonly<Record<string, Record<string, unknown>>> = {
  'async_operations/export': {
    ...{ area: 'async_operations', call: 'user_inquire', body: {}, title: 'matrix' },
    columns: [{ path: 'name', title: 'Name' }],
  },
  'qr_code_list/update_url': { targets: TARGETS },
  'qr_code_list/batch_update': { targets: TARGETS },
  'qr_code_list/change_domain_name': { short_domain: 'go.example' },
  'qr_code_list/move_domain_names': { short_domain: 'go.example' },
  'qr_code_list/freeze': { reason: 'matrix' },
  'qr_code_list/picture': { format: 'svg' },
  // None that anybody has kept: who may look at one is plugins/qr/codes/shown-picture.test.ts.
  'qr_code_list/kept_picture': { picture: 'A'.repeat(43) },
  'qr_code_access/clear_record': { visits: ['journal.1'] },
  'qr_code_access/erase': { ip: '203.0.113.9' },
  'short_code/regenerate': { provider: '000000000000000000000001' },
  'domain_list/assign': { holder: null },
  'hold_domain/keep': { is_spare: true },
  'take_over/begin': { spare: '000000000000000000000001' },
  'home/click': { click: '0'.repeat(32) },
  'url_key_platform/test': { url: TARGETS[0]?.url },
  'usdt_transaction_record/resolve': { decision: 'not_ours' },
  'order/refund': { part: 'whole', refund: '1', reason: 'matrix' },
  'server_list/ping': { interval: 10 },
  'server_list/confirm': { type: 'ssh-ed25519', fingerprint: `SHA256:${'A'.repeat(43)}` },
  'script/run': { version: 0, servers: ['000000000000000000000001'], values: {} },
  'script_run/output': { result: '000000000000000000000001' },
  'we_chat_blocking_detection_configuration/test': { address: 'fine.example' },
  'shield_push/set_codes': { codes: 'keep' },
  'tron_transaction_summary/plan': { least: '1000000' },
  'tron_transaction_summary/collect': { least: '1000000' },
  // None that is offered again: who may approve by a key is plugins/wallet/signing.
  'approver_key/offer': { public_key: `04${'0'.repeat(128)}` },
  'tron/import': { secret: { v: 1, epk: 'A'.repeat(43), nonce: 'A'.repeat(32), ct: 'AAAA' } },
  'withdrawal_list/pay': { transaction: '0'.repeat(64) },
};

/** A body of a call that is right but for whose the object is. */
export async function bodyFor(route: RouteFacts, id: string, world: World): Promise<Record<string, unknown>> {
  const { properties = {}, required = [] } = route.body;
  const body: Record<string, unknown> = {};
  for (const name of required) {
    const { type, minimum, minLength, enum: options, anyOf, const: only } = properties[name] ?? {};
    if (name === 'share_password')
      body[name] = await seal(world.root, 'Matrix123', 'qr_code_list', 'start_sharing', 'share_password');
    else if (only !== undefined) body[name] = only;
    else if (options) body[name] = options[0];
    else if (anyOf?.[0]?.const !== undefined) body[name] = anyOf[0].const;
    else if (type === 'string') body[name] = 'm'.repeat(Math.max(1, minLength ?? 1));
    else if (type === 'integer' || type === 'number') body[name] = Math.max(1, minimum ?? 1);
    else if (type === 'boolean') body[name] = false;
  }
  if ('ids' in properties) body.ids = [id];
  if ('id' in properties) body.id = id;
  if ('owner' in properties && required.includes('owner')) body.owner = (await rootId(world)) ?? '';
  return { ...body, ...BODIES[route.path] };
}

/**
 * Calls that say no to an own object, too, because of the state that a fresh one is in. Their own cell then shows only that
 * the caller may ask.
 */
export const NOT_YET: Readonly<Record<string, number>> = {
  'async_operations/download': 404,
  'qr_code_list/kept_picture': 404,
  // It is not proved, so that it can neither be a spare nor be taken over from.
  'hold_domain/add': 409,
  'hold_domain/keep': 409,
  'take_over/begin': 409,
  // No domain has the name that stands there.
  'domain_list/replace': 422,
  // No domain of theirs has such a name; what is put on one is tests/contract/code-hosts.
  'qr_code_list/change_domain_name': 422,
  'qr_code_list/move_domain_names': 409,
  // It has the one version alone that it was made with, of another number.
  'code_version/roll_back': 422,
  // No provider is on.
  'shield_host/check': 409,
  'shield_host/check_codes': 409,
  // Nobody has paid it: what becomes of one that is paid is plugins/wallet/orders/refund.
  'order/refund_offer': 409,
  'order/refund': 409,
};

/** Calls that answer with those of several objects that they find, and 200 where they find none. */
export const LISTS: ReadonlySet<string> = new Set(['async_operations/progress']);

/** What is somebody's alone: no right opens the files that others exported, nor follows their progress. */
export const OWN_ONLY: ReadonlySet<string> = new Set([
  'async_operations/progress',
  'async_operations/download',
  // An order is cancelled by who made it; operators refund what is paid.
  'order/cancel',
]);

const rootId = async ({ root }: World) =>
  (await root.call<{ user_info: { id: string } }>('administrator/profile')).content.user_info.id;
