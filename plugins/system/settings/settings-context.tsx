import { useFormat, useWords, withUnit } from '@waypost/host-sdk';
import { createContext, type ReactNode, useContext } from 'react';
import type { SettingFacts } from './calls.ts';

export type SettingValue = string | number | null;

/** What the parts of a screen of settings know of each other. */
export interface SettingsState {
  /** Words of its settings: `<words>.<setting>`, with `.help` and `.unit`. */
  words: string;
  facts: ReadonlyMap<string, SettingFacts>;
  /** As they are typed. */
  values: Readonly<Record<string, unknown>>;
  /** What is searched for. */
  search: string;
}

export const SettingsContext = createContext<SettingsState>({
  words: '',
  facts: new Map(),
  values: {},
  search: '',
});

/** What is typed, for the parts of a form. */
export function TypedSettings({ values, children }: Pick<SettingsState, 'values'> & { children: ReactNode }) {
  const state = useContext(SettingsContext);
  return <SettingsContext value={{ ...state, values }}>{children}</SettingsContext>;
}

/** Settings that are on or off: 1 no, 2 yes. */
const SWITCHES = new Set([
  'allow_registration',
  'invitation_code_update',
  'maintenance',
  'online_status',
  'operator_second_factor',
]);
/** Their values are hashes, which say nothing to people. */
const PICTURES = new Set(['logo', 'icon']);

/** Names and sentences of settings, also of those that have their home on another screen. */
export function useSettingWords() {
  const words = useWords();
  const { words: own, facts } = useContext(SettingsContext);
  const first = (name: string) =>
    [own, 'system.configuration', 'system.subscriber_config_default'].find((prefix) =>
      words.has(`${prefix}.${name}`),
    ) ?? own;
  return {
    labelOf: (name: string) => words(`${first(name)}.${name}`),
    helpOf: (name: string) => {
      const key = `${first(name)}.${name}.help`;
      return words.has(key) ? words(key, { default: facts.get(name)?.default ?? '' }) : undefined;
    },
    unitOf: (name: string) => {
      const key = `${first(name)}.${name}.unit`;
      return words.has(key) ? words(key) : undefined;
    },
  };
}

/** Whether any of these settings fits what is searched for, by its name or by what it does. */
export function useShown(names: readonly string[]): boolean {
  const { search } = useContext(SettingsContext);
  const find = useFindSettings();
  return search === '' || find(names).length > 0;
}

/** Those of some settings that fit what is searched for. */
export function useFindSettings(): (names: readonly string[]) => readonly string[] {
  const { search } = useContext(SettingsContext);
  const { labelOf, helpOf } = useSettingWords();
  const wanted = search.toLocaleLowerCase();
  return (names) =>
    names.filter((name) =>
      `${labelOf(name)} ${helpOf(name) ?? ''} ${name}`.toLocaleLowerCase().includes(wanted),
    );
}

/** A value as people read it. */
export function useValueText(): (name: string, value: SettingValue) => string {
  const words = useWords();
  const format = useFormat();
  const { unitOf } = useSettingWords();
  return (name, value) => {
    if (PICTURES.has(name)) return words(`system.setting.picture.${value === null ? 'product' : 'own'}`);
    if (value === null || value === '') return words('system.setting.empty');
    if (SWITCHES.has(name)) return words(`system.setting.${value === 2 ? 'on' : 'off'}`);
    const text = typeof value === 'number' ? format.number(value) : value;
    const unit = unitOf(name);
    return unit === undefined ? text : withUnit(text, unit, words);
  };
}
