import {
  AppError,
  type CallDefinition,
  type Manifest,
  type MenuPlace,
  type Resource,
  type SettingsDefinition,
  type VisitRuleKind,
} from '@waypost/contract';
import type { Contribution, PluginContext } from '@waypost/sdk';
import type { ConformanceFault, ConformanceRule } from '../../conformance/fault.ts';
import { inert } from './inert.ts';
import { type RecordedActivation, recordedActivation } from './recorded-activation.ts';

/** What a plugin's setup has declared, and what of it the product would refuse. */
export interface RecordedSetup extends RecordedActivation {
  /** The context to be handed to `setup`: what is refused is noted, and setup goes on. */
  recorded: PluginContext;
  faults: ConformanceFault[];
  calls: CallDefinition[];
  resources: Resource[];
  menus: MenuPlace[];
  settings: SettingsDefinition[];
  operations: string[];
  ruleKinds: VisitRuleKind[];
  contributions: { name: string; contribution: Contribution }[];
}

type Declared = Pick<
  RecordedSetup,
  'calls' | 'resources' | 'menus' | 'settings' | 'operations' | 'ruleKinds' | 'contributions'
>;

interface Method {
  rule: ConformanceRule;
  /** What a fault of it is about. */
  about(...given: never[]): string;
  keep?(declared: Declared, ...given: never[]): unknown;
}

const first = (name: unknown): string => String(name);

/** Methods of the context by which a plugin declares something, or is refused. */
const METHODS: Readonly<Record<string, Method>> = {
  call: {
    rule: 'calls',
    about: ({ area, call }: CallDefinition) => `${area}/${call}`,
    keep: ({ calls }, definition: CallDefinition) => calls.push(definition),
  },
  resource: {
    rule: 'calls',
    about: ({ name }: Resource) => name,
    keep: ({ resources, menus }, resource: Resource) => {
      resources.push(resource);
      if (resource.menu) menus.push(resource.menu);
    },
  },
  menu: {
    rule: 'menu',
    about: ({ route }: MenuPlace) => route,
    keep: ({ menus }, place: MenuPlace) => menus.push(place),
  },
  permission: { rule: 'permissions', about: first },
  model: { rule: 'collections', about: ({ collection }: Resource) => collection },
  provide: { rule: 'services', about: first },
  require: { rule: 'services', about: first },
  settings: {
    rule: 'settings',
    about: () => 'context.settings',
    keep: ({ settings }, definition: SettingsDefinition) => settings.push(definition),
  },
  fetch: {
    rule: 'hosts',
    about: (input: string | URL | Request) => (input instanceof Request ? input.url : String(input)),
  },
  'jobs.define': { rule: 'jobs', about: first },
  'jobs.every': { rule: 'jobs', about: (_interval: string, name: string) => name },
  'operations.define': {
    rule: 'jobs',
    about: first,
    keep: ({ operations }, kind: string) => operations.push(kind),
  },
  'events.emit': { rule: 'events', about: first },
  'realtime.topic': { rule: 'topics', about: first },
  'realtime.publish': { rule: 'topics', about: first },
  'hooks.before': { rule: 'hooks', about: first },
  'hooks.after': { rule: 'hooks', about: first },
  'points.offer': { rule: 'points', about: ({ name }: { name: string }) => name },
  'points.contribute': {
    rule: 'points',
    about: (point: string) => point,
    keep: ({ contributions }, _point: string, _range: string, name: string, contribution: Contribution) =>
      contributions.push({ name, contribution }),
  },
  'answers.put': { rule: 'answers', about: first },
  'answers.remove': { rule: 'answers', about: first },
  'answers.replace': { rule: 'answers', about: first },
  'visitRules.kind': {
    rule: 'rules',
    about: ({ name }: VisitRuleKind) => name,
    keep: ({ ruleKinds }, kind: VisitRuleKind) => ruleKinds.push(kind),
  },
};

export function recordSetup(manifest: Manifest): RecordedSetup {
  const made = recordedActivation(manifest);
  const declared: Declared = {
    calls: [],
    resources: [],
    menus: [],
    settings: [],
    operations: [],
    ruleKinds: [],
    contributions: [],
  };
  const faults: ConformanceFault[] = [];
  const note = (fault: ConformanceFault): void => {
    if (!faults.some(({ path, message }) => path === fault.path && message === fault.message))
      faults.push(fault);
  };
  return { ...made, ...declared, faults, recorded: noting(made.context, '', { declared, note }) };
}

interface Notes {
  declared: Declared;
  note(fault: ConformanceFault): void;
}

/** The same object, whose refusals are noted; whoever is refused gets something that holds nothing. */
function noting<T extends object>(whole: T, prefix: string, notes: Notes): T {
  return new Proxy(whole, {
    get(target, name) {
      if (typeof name === 'symbol') return Reflect.get(target, name);
      const path = `${prefix}${name}`;
      let value: unknown;
      try {
        value = Reflect.get(target, name);
      } catch (error) {
        notes.note({ rule: 'permissions', path: `context.${path}`, message: sentenceOf(error) });
        return inert();
      }
      if (typeof value === 'function')
        return notingCall(value as (...given: unknown[]) => unknown, path, notes);
      return prefix === '' && typeof value === 'object' && value !== null
        ? noting(value, `${path}.`, notes)
        : value;
    },
  });
}

function notingCall(work: (...given: unknown[]) => unknown, path: string, notes: Notes) {
  const method = METHODS[path];
  const call = (given: readonly unknown[]): unknown => {
    const refused = (error: unknown): unknown => {
      const about = method === undefined ? `context.${path}` : method.about(...(given as never[]));
      notes.note(faultOf(error, method?.rule ?? 'setup', about));
      return inert();
    };
    try {
      method?.keep?.(notes.declared, ...(given as never[]));
      const answer = work(...given);
      return answer instanceof Promise ? answer.catch(refused) : answer;
    } catch (error) {
      return refused(error);
    }
  };
  // What holds nothing is a function, too, and has whatever is asked of it.
  return new Proxy(work, { apply: (_work, _self, given: unknown[]) => call(given) });
}

function faultOf(error: unknown, rule: ConformanceRule, path: string): ConformanceFault {
  if (error instanceof AppError && error.code === 'plugin_permission_foreign')
    return {
      rule: 'permissions',
      path: String(error.params.permission),
      message: `a permission node of this plugin begins with ${error.params.plugin}.`,
    };
  const message = sentenceOf(error);
  return { rule: /\bthe area "/.test(message) ? 'areas' : rule, path, message };
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
