import { defineResource, field, zTime } from '@waypost/contract';
import { z } from 'zod';

export const BACKUP_STATES = ['running', 'done', 'failed', 'deleted'] as const;
export const DRILL_STATES = ['none', 'running', 'fine', 'failed'] as const;

/** Backups that the installation has made by itself or at somebody's wish. */
export const backup = defineResource({
  name: 'system.backup',
  area: 'backup',
  title: 'name',
  fields: {
    name: field(z.string(), { list: true, search: true, write: 'none', default: '', priority: 2 }),
    folder: field(z.string(), { list: 'hidden', write: 'none' }),
    state: field(z.enum(BACKUP_STATES), {
      list: true,
      filter: 'equals',
      quick: true,
      options: BACKUP_STATES,
      write: 'none',
      default: 'running',
      priority: 0,
    }),
    bytes: field(z.int().nullable(), { list: true, write: 'none', default: null, priority: 3 }),
    /** What went wrong, as the command line says it. */
    fault: field(z.string(), { list: true, write: 'none', default: '', priority: 4 }),
    end_time: field(zTime.nullable(), { list: 'hidden', write: 'none', default: null }),
    drill: field(z.enum(DRILL_STATES), {
      list: true,
      options: DRILL_STATES,
      write: 'none',
      default: 'none',
      priority: 1,
    }),
    drill_time: field(zTime.nullable(), { list: true, write: 'none', default: null, priority: 5 }),
    /** Day of the schedule whose backup it is, such as 2026-11-23; empty: made at somebody's wish. */
    day: field(z.string(), { write: 'none', default: '', secret: true }),
    /** Times that it was begun. */
    attempts: field(z.int(), { list: 'hidden', write: 'none', default: 1 }),
    /** When a day's backup that has failed is tried again; null: it worked, or nobody waits for it any more. */
    next_time: field(zTime.nullable(), { list: 'hidden', write: 'none', default: null }),
    /** Moves on while the work is alive. */
    beat: field(zTime, { write: 'none', secret: true }),
  },
  access: 'all',
  calls: ['inquire'],
  actions: { drill: {} },
  indexes: [{ keys: { state: 1, create_time: -1 } }, { keys: { create_time: -1 } }],
  defaultSort: { field: 'create_time', order: 'desc' },
  onUninstall: 'drop',
});
