import { defineResource, field } from '@waypost/contract';
import { z } from 'zod';

/** What a visit is refused for: where it came from, by its address or by the page that led here. */
export const BLOCK_KINDS = ['address', 'page'] as const;

/** The codes that it holds for: the own ones, or, of an operator, all. */
export const BLOCK_REACHES = ['own', 'all'] as const;

/** Addresses, ranges and foreign pages whose visits an owner refuses on the own codes; of an operator, pages refused everywhere. */
export const visitBlock = defineResource({
  name: 'system.visit_block',
  area: 'visit_block',
  title: 'value',
  fields: {
    /** An address, a range, or the host of a page; a page's whole address is taken for its host. */
    value: field(z.string().trim().min(2).max(2_000), {
      list: true,
      search: true,
      sort: true,
      write: 'create',
      control: 'text',
      autoComplete: 'off',
    }),
    kind: field(z.enum(BLOCK_KINDS), {
      list: true,
      filter: 'equals',
      quick: true,
      options: BLOCK_KINDS,
      write: 'none',
      default: 'address',
    }),
    reason: field(z.string().trim().max(200), { list: true, search: true, default: '' }),
    /** Put there by an operator: it holds for every code. */
    applies_to: field(z.enum(BLOCK_REACHES), {
      list: true,
      options: BLOCK_REACHES,
      write: 'none',
      default: 'own',
    }),
  },
  access: 'own',
  calls: ['inquire', 'user_inquire', 'details', 'add', 'update', 'remove'],
  indexes: [{ keys: { owner: 1, value: 1 }, unique: true }, { keys: { owner: 1, create_time: -1, _id: -1 } }],
  menu: {
    route: 'visit_block',
    parent: 'blocked',
    sort: 22,
    icon: 'stop',
    roles: ['administrator', 'agent', 'customer'],
  },
});
