import { seal } from '../../../tests/api.ts';
import { type ObjectKind, type PluginMatrix, stored } from '../../../tests/security/plugin-matrix.ts';
import { addCode, TARGETS } from '../../../tests/security/world.ts';
import { PLAIN_DESIGN } from '../codes/design/values.ts';
import { SHEETS } from '../print-labels/values.ts';

const CODE: ObjectKind = {
  kind: 'owned',
  readAll: 'qr.code:read_all',
  collection: 'qr_code',
  make: async ({ owner }) => (await addCode(owner.api, { name: 'Of the matrix' })).id,
};
const BINNED_CODE: ObjectKind = {
  kind: 'owned',
  readAll: 'qr.code:read_all',
  collection: 'qr_code',
  make: async ({ owner }) => {
    const { id } = await addCode(owner.api, { name: 'Of the matrix' });
    await owner.api.call('qr_code_list/update_remove', { id, remove: 2 });
    return id;
  },
};
const CUSTOMER: ObjectKind = {
  kind: 'shared',
  reason:
    'the id is a customer’s; that an agent reaches the own subtree alone is tests/security/people-verbs',
};

const LABELS = { sheet: SHEETS.l7160, start: 1, texts: ['name'], text_place: 'below', has_marks: false };

/** What the ids of the plugin's calls are of. */
export const matrix: PluginMatrix = {
  objects: {
    qr_code_list: CODE,
    'qr_code_list/batch_restore': BINNED_CODE,
    'qr_code_list/batch_purge': BINNED_CODE,
    qr_code_access: CODE,
    short_code: CODE,
    code_version: CODE,
    code_simulator: CODE,
    'group/assign': CODE,
    group: {
      kind: 'owned',
      readAll: 'qr.group:read_all',
      collection: 'qr_group',
      make: stored((id) => ({
        name: `Matrix ${id}`,
        access_mode: 1,
        visit_restriction: 1,
        visit_rules: [],
        remark: '',
      })),
    },
    design_preset: {
      kind: 'owned',
      readAll: 'qr.design_preset:read_all',
      collection: 'qr_design_preset',
      make: stored((id) => ({ name: `Matrix ${id}`, design: PLAIN_DESIGN, is_brand: false })),
    },
    internal_code_grouping: {
      kind: 'owned',
      readAll: 'qr.pool:read_all',
      collection: 'qr_pool',
      make: stored((id) => ({
        name: `Matrix ${id}`,
        level: 'empty',
        rotation_model: 1,
        fallback: null,
        remark: '',
        alert_items: 0,
        alert_room: 20,
        item_number: 0,
        touched: 0,
        seen_taken: 0,
      })),
    },
    print_batch: {
      kind: 'owned',
      readAll: 'qr.print_batch:read_all',
      collection: 'qr_print_batch',
      make: stored((id) => ({
        name: `Matrix ${id}`,
        size: 2,
        made: 1,
        claimed: 0,
        state: 'stopped',
        has_claim_codes: false,
        group: null,
        remark: '',
      })),
    },
    pool_item: {
      kind: 'owned',
      readAll: 'qr.pool_item:read_all',
      collection: 'qr_pool_item',
      make: stored((id) => ({
        pool: id,
        name: 'Of the matrix',
        target: { url: 'https://example.com/' },
        kind: 'url',
        capacity: null,
        expires_at: null,
        hours: [],
        state: 'on',
        remark: '',
        position: 1,
        round: 1,
      })),
    },
    'short_qr_code_list/export': CODE,
    'short_qr_code_list/export_pictures': CODE,
    'short_qr_code_list/export_labels': CODE,
    'qr_code_access/person_key': CUSTOMER,
    'qr_code_access/issue_person_key': CUSTOMER,
    'qr_code_access/revoke_person_key': CUSTOMER,
    url_key_platform: { kind: 'shared', reason: 'who makes short addresses is the installation’s' },
    abuse_report: { kind: 'shared', reason: 'reports come from visitors to those who run the platform' },
  },
  bodies: {
    'qr_code_list/update_url': { targets: TARGETS },
    'qr_code_list/batch_update': { targets: TARGETS },
    'qr_code_list/change_domain_name': { short_domain: 'go.example' },
    'qr_code_list/move_domain_names': { short_domain: 'go.example' },
    'short_qr_code_list/export_labels': { labels: LABELS },
    'print_batch/export_labels': { labels: LABELS },
    'qr_code_list/freeze': { reason: 'matrix' },
    'qr_code_list/picture': { format: 'svg' },
    'qr_code_list/preview': { target: { url: 'https://example.com/' }, status: 'on' },
    // None that anybody has kept: who may look at one is plugins/qr/codes/shown-picture.test.ts.
    'qr_code_list/kept_picture': { picture: 'A'.repeat(43) },
    'qr_code_access/clear_record': { visits: ['journal.1'] },
    'qr_code_access/erase': { ip: '203.0.113.9' },
    'short_code/regenerate': { provider: '000000000000000000000001' },
    'url_key_platform/test': { url: TARGETS[0]?.url },
    'qr_code_list/start_sharing': async ({ root }) => ({
      share_password: await seal(root, 'Matrix123', 'qr_code_list', 'start_sharing', 'share_password'),
    }),
  },
  notYet: {
    'qr_code_list/kept_picture': 404,
    // No domain of theirs has such a name; what is put on one is tests/contract/code-hosts.
    'qr_code_list/change_domain_name': 422,
    'qr_code_list/move_domain_names': 409,
    // It has the one version alone that it was made with, of another number.
    'code_version/roll_back': 422,
  },
};
