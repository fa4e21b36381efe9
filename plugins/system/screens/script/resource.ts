import { defineResource, field, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import {
  isTamePattern,
  MOST_ARGUMENTS,
  MOST_PARAMETERS,
  placesOf,
  valueSchema,
  zArgument,
  zParameter,
  zProgram,
} from '../../machines/parameters/rules.ts';
import { MOST_OUTPUT_KB, MOST_SECONDS, OPEN_RUN, RUN_STATES } from '../../machines/values.ts';

const parametersOf = (value: unknown) => z.array(zParameter).safeParse(value).data ?? [];
const words = (value: unknown) => z.array(z.string()).safeParse(value).data ?? [];

/** Programs with their arguments, kept to be run on servers: words, and no line that a shell would read. */
export const script = defineResource({
  name: 'system.script',
  area: 'script',
  title: 'name',
  access: 'all',
  onUninstall: 'keep',
  calls: ['inquire', 'details', 'add', 'update', 'remove'],
  // Whoever runs it later runs what stands here.
  needsSecondFactor: ['add', 'update', 'remove'],
  fields: {
    name: field(z.string().trim().min(1).max(60), { list: true, search: true, sort: true, unique: true }),
    program: field(zProgram, { list: true, search: true, autoComplete: 'off', priority: 1 }),
    arguments: field(z.array(zArgument).max(MOST_ARGUMENTS), { control: 'arguments', default: [] }),
    parameters: field(z.array(zParameter).max(MOST_PARAMETERS), { control: 'parameters', default: [] }),
    seconds: field(z.int().min(1).max(MOST_SECONDS), {
      list: true,
      unit: 'system.script.unit.seconds',
      default: 60,
      priority: 3,
    }),
    output_kb: field(z.int().min(1).max(MOST_OUTPUT_KB), {
      list: 'hidden',
      unit: 'system.script.unit.kb',
      default: 64,
    }),
    remarks: field(z.string().trim().max(500), {
      list: true,
      search: true,
      control: 'textarea',
      default: '',
      priority: 4,
    }),
  },
  rules: [
    {
      path: 'arguments',
      messageKey: 'system.script.fault.places',
      holds: (row) => {
        const known = new Set(parametersOf(row.parameters).map(({ name }) => name));
        return [...placesOf(words(row.arguments))].every((name) => known.has(name));
      },
    },
    {
      path: 'parameters',
      messageKey: 'system.script.fault.unused',
      holds: (row) => {
        const used = placesOf(words(row.arguments));
        return parametersOf(row.parameters).every(({ name }) => used.has(name));
      },
    },
    {
      path: 'parameters',
      messageKey: 'system.script.fault.twice',
      holds: ({ parameters }) => {
        const names = parametersOf(parameters).map(({ name }) => name);
        return new Set(names).size === names.length;
      },
    },
    {
      path: 'parameters',
      messageKey: 'system.script.fault.no_choice',
      holds: ({ parameters }) =>
        parametersOf(parameters).every(({ kind, choices }) => kind !== 'choice' || choices.length > 0),
    },
    {
      path: 'parameters',
      messageKey: 'system.script.fault.wild_pattern',
      holds: ({ parameters }) =>
        parametersOf(parameters).every(({ pattern }) => pattern === '' || isTamePattern(pattern)),
    },
    {
      path: 'parameters',
      messageKey: 'system.script.fault.preset',
      holds: ({ parameters }) =>
        parametersOf(parameters).every(
          (one) =>
            one.preset === '' ||
            (one.pattern !== '' && !isTamePattern(one.pattern)) ||
            valueSchema(one).safeParse(one.preset).success,
        ),
    },
  ],
  defaultSort: { field: 'name', order: 'asc' },
});

/** One run of a script, on one server or several: who, when, which revision with which words. */
export const scriptRun = defineResource({
  name: 'system.script_run',
  area: 'script_run',
  title: 'script_name',
  access: 'all',
  onUninstall: 'archive',
  calls: ['inquire', 'details'],
  fields: {
    script: field(zId, { filter: 'equals', write: 'none', ref: script, index: true }),
    script_name: field(z.string(), { list: true, search: true, write: 'none' }),
    state: field(z.enum(RUN_STATES), {
      list: true,
      filter: 'in',
      quick: true,
      options: RUN_STATES,
      write: 'none',
      default: 'waiting',
    }),
    /** Of the script, as it stood then. */
    revision: field(z.int(), { list: true, write: 'none', priority: 3 }),
    /** Program and arguments, as they were run. */
    words: field(z.array(z.string()), { write: 'none' }),
    values: field(z.record(z.string(), z.string()), { write: 'none', default: {} }),
    servers: field(z.array(zId), {
      write: 'none',
      filter: 'equals',
      ref: { name: 'system.server', area: 'server_list', title: 'name' },
    }),
    total: field(z.int(), { list: true, write: 'none', priority: 1 }),
    succeeded: field(z.int(), { list: true, write: 'none', default: 0, priority: 1 }),
    seconds: field(z.int(), { write: 'none' }),
    output_kb: field(z.int(), { write: 'none' }),
    /** Who began it. */
    account: field(z.string(), { list: true, search: true, write: 'none', priority: 2 }),
    operation: field(z.string(), { write: 'none', default: '' }),
    end_time: field(zTime.nullable(), { list: 'hidden', write: 'none', default: null }),
  },
  // Few of them are, and they are looked through every little while.
  indexes: [{ keys: { state: 1, _id: 1 }, partial: OPEN_RUN }],
  defaultSort: { field: 'create_time', order: 'desc' },
  countLimit: 10_000,
});
