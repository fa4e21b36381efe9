import { findText, type TextParams, type Words } from '../../services/locale/texts.ts';
import { answersByPath, declaredAnswers } from '../answers/declared-answers.ts';
import type { Activation } from './activation.ts';
import { routeKey } from './route.ts';

/** Everything that is visible at one moment. Never changed: a new one takes its place in one assignment. */
export interface Generation {
  readonly number: number;
  readonly activations: ReadonlyMap<string, Activation>;
  /** First path segment after /api/ to the plugin that answers it. */
  readonly areas: ReadonlyMap<string, Activation>;
  /** Single calls (`area/call`) that the platform answers itself, whoever has the area. */
  readonly calls: ReadonlyMap<string, Activation>;
  /** Areas of installed plugins that are not active, by the plugin's id. */
  readonly inactiveAreas: ReadonlyMap<string, string>;
  readonly words: readonly Words[];
}

/** Builds the generation after `previous`. @throws TypeError when two plugins answer one area or path or have one screen */
export function nextGeneration(
  previous: Generation,
  activations: ReadonlyMap<string, Activation>,
  installedAreas: ReadonlyMap<string, string>,
  serverWords: Words,
): Generation {
  const areas = new Map<string, Activation>();
  for (const activation of activations.values()) {
    for (const area of activation.manifest.areas) {
      const other = areas.get(area);
      if (other !== undefined) throw new TypeError(`area ${area} is answered by ${other.id} already`);
      areas.set(area, activation);
    }
  }
  const calls = platformCalls(activations, areas);
  const screens = new Map<string, string>();
  for (const activation of activations.values()) {
    for (const { place } of activation.menus) {
      const other = screens.get(place.route) ?? activation.id;
      if (other !== activation.id)
        throw new TypeError(`the menu entry ${place.route} belongs to ${other} already`);
      screens.set(place.route, activation.id);
    }
  }
  answersByPath(declaredAnswers(activations.values()));
  return {
    number: previous.number + 1,
    activations,
    areas,
    calls,
    inactiveAreas: new Map([...installedAreas].filter(([area]) => !areas.has(area))),
    words: [serverWords, ...[...activations.values()].map((activation) => activation.words)],
  };
}

/** The calls that plugins with the capability `platform` answer in areas of others. @throws TypeError when those have one */
function platformCalls(
  activations: ReadonlyMap<string, Activation>,
  areas: ReadonlyMap<string, Activation>,
): ReadonlyMap<string, Activation> {
  const calls = new Map<string, Activation>();
  for (const activation of activations.values()) {
    if (!activation.granted.has('platform')) continue;
    for (const call of activation.manifest.calls ?? []) {
      const other = areas.get(call.split('/', 1)[0] ?? '') ?? activation;
      const isTaken = [...other.routes].some((route) => routeKey(route) === call);
      if (other !== activation && isTaken)
        throw new TypeError(`call ${call} is answered by the platform, not by ${other.id}`);
      calls.set(call, activation);
    }
  }
  return calls;
}

/** Before any plugin is active. */
export function firstGeneration(installedAreas: ReadonlyMap<string, string>, serverWords: Words): Generation {
  return {
    number: 0,
    activations: new Map(),
    areas: new Map(),
    calls: new Map(),
    inactiveAreas: installedAreas,
    words: [serverWords],
  };
}

/** Ids of all plugins that are installed, active or not. */
export function installedIds({
  activations,
  inactiveAreas,
}: Pick<Generation, 'activations' | 'inactiveAreas'>): Set<string> {
  return new Set([...activations.keys(), ...inactiveAreas.values()]);
}

/** The text of `key`, from `own` words first; the key itself when nobody has it. */
export function translateIn(
  generation: Generation,
  languages: string | readonly string[],
  key: string,
  params: TextParams = {},
  own: readonly Words[] = [],
): string {
  return findText([...own, ...generation.words], languages, key, params) ?? key;
}
