import { defineResource, FORWARD_STATUSES, field, targetUrl, visitForward, zId } from '@waypost/contract';
import { z } from 'zod';
import { heldDomainReference } from '../../domains/values.ts';

/**
 * Whether a rule leads visitors on: `away` is one whose domain its owner has no more, `paused` one of an owner who may have none
 * for now.
 */
export const FORWARD_FORCES = ['on', 'off', 'away', 'paused'] as const;

const joined = { stored: false, write: 'none' } as const;

/** Where visitors of a domain are led whose path no code answers. Of a domain's rules the first that meets the whole path is followed. */
export const forwardResource = defineResource({
  name: 'domain.forward',
  area: 'forward',
  title: 'path',
  access: 'own',
  onUninstall: 'keep',
  fields: {
    domain: field(zId, { list: true, filter: 'equals', write: 'create', ref: heldDomainReference }),
    path: field(visitForward.shape.path, {
      list: true,
      search: true,
      sort: true,
      control: 'text',
      autoComplete: 'off',
    }),
    target: field(targetUrl, { list: true, search: true, control: 'url', autoComplete: 'off' }),
    status: field(z.literal(FORWARD_STATUSES), {
      list: true,
      filter: 'in',
      options: FORWARD_STATUSES,
      default: 302,
    }),
    keep_path: field(visitForward.shape.keep_path, { list: 'hidden', default: true }),
    keep_query: field(visitForward.shape.keep_query, { list: 'hidden', default: true }),
    /** Larger ones are asked first; of the same the newer ones, as lists show them. */
    position: field(z.int().min(1).max(9_999), { list: true, sort: true, default: 100 }),
    state: field(z.enum(['on', 'off']), {
      filter: 'equals',
      quick: true,
      options: ['on', 'off'],
      control: 'radio',
      default: 'on',
    }),
    /** The path in its one spelling: a domain has each once. */
    path_key: field(z.string(), { write: 'none', secret: true, default: '' }),
    force: field(z.enum(FORWARD_FORCES), { ...joined, list: true, options: FORWARD_FORCES }),
    /** Visitors that it has led on, as far as they are counted. */
    hit_number: field(z.int(), { ...joined, list: true }),
  },
  indexes: [
    { keys: { domain: 1, owner: 1, position: 1, _id: 1 } },
    { keys: { owner: 1, create_time: -1, _id: -1 } },
  ],
  defaultSort: { field: 'position', order: 'desc' },
  menu: {
    route: 'forward',
    parent: 'domains',
    sort: 60,
    icon: 'swap',
    roles: ['administrator', 'agent', 'customer'],
  },
});
