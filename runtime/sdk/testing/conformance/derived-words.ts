import type { Field, Manifest, Resource, VisitRuleKind } from '@waypost/contract';
import { z } from 'zod';
import type { RecordedSetup } from './recorded-setup.ts';
import type { UntitledList } from './untitled-lists.ts';

/** A word that people will see: the first of the keys that has a text is shown. */
export interface DerivedWord {
  keys: readonly [string, ...string[]];
  /** What asks for it. */
  of: string;
}

/** Every word that what a setup has declared is shown with. */
export function derivedWords(recorded: RecordedSetup, { id }: Pick<Manifest, 'id'>): DerivedWord[] {
  return [
    ...recorded.menus.flatMap(({ route, parent }) => [
      word('the menu', `menu.${route}`),
      ...(parent === undefined ? [] : [word('the menu', `menu.group.${parent}`)]),
    ]),
    ...recorded.resources.flatMap(wordsOfResource),
    ...[...recorded.activation.menus].flatMap(({ place, buttons }) =>
      buttons.map(({ name }) => word(`a permission of ${place.route}`, name)),
    ),
    ...recorded.settings.flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([name, field]) =>
        wordsOfField('a setting', `${id}.settings.${name}`, field),
      ),
    ),
    ...recorded.operations.map((kind) => word('an operation', `operation.${id}.${kind}`)),
    ...recorded.ruleKinds.flatMap(wordsOfKind),
    ...recorded.contributions.flatMap(({ name, contribution }) =>
      typeof contribution.title === 'string' ? [word(`the contribution ${name}`, contribution.title)] : [],
    ),
  ];
}

/** Headings of lists that have no title and whose resource has no place in the menu, which would be their name. */
export function titles(
  { resources }: Pick<RecordedSetup, 'resources'>,
  untitled: readonly UntitledList[],
): DerivedWord[] {
  const isNameless = (name: string) => resources.some((one) => one.name === name && one.menu === undefined);
  return untitled
    .filter(({ resource }) => isNameless(resource))
    .map(({ resource, file }) =>
      word(`the list in ${file}, which has no title of its own,`, `${resource}.title`),
    );
}

const word = (of: string, ...keys: [string, ...string[]]): DerivedWord => ({ keys, of });

/** Where a resource has a screen, its list and its form are made of its words. */
function wordsOfResource(resource: Resource): DerivedWord[] {
  const { name, menu, fields, actions } = resource;
  if (menu === undefined) return [];
  const of = `the screen ${menu.route}`;
  const shown = Object.entries(fields).filter(([, { hints }]) => isShown(hints));
  const sections = new Set(shown.flatMap(([, { hints }]) => hints.section ?? []));
  return [
    ...shown.flatMap(([field, one]) => wordsOfField(of, `${name}.${field}`, one, `term.${field}`)),
    ...[...sections].map((section) => word(of, `${name}.section.${section}`)),
    ...Object.entries(actions).flatMap(([action, { confirm }]) => [
      word(of, `${name}.action.${action}`),
      ...(confirm ? [word(of, `${name}.action.${action}.confirm`)] : []),
    ]),
    ...resource.rules.map(({ messageKey }) => word(of, messageKey, `error.issue.${messageKey}`)),
  ];
}

function isShown({ list, filter, write }: Field['hints']): boolean {
  return (list !== undefined && list !== false) || filter !== undefined || write !== 'none';
}

/** The label, each option and the unit. */
function wordsOfField(of: string, key: string, { schema, hints }: Field, term?: string): DerivedWord[] {
  const optionsOf = hints.options ?? codesOf(schema);
  return [
    word(of, key),
    ...optionsOf.map((code) =>
      word(of, `${key}.${code}`, ...(term === undefined ? [] : [`${term}.${code}`])),
    ),
    ...(hints.unit === undefined ? [] : [word(of, hints.unit)]),
  ];
}

/** Codes of an enumeration, which are no words for people; whatever wraps it. */
function codesOf(schema: z.ZodType): readonly string[] {
  if (schema instanceof z.ZodEnum) return schema.options.map(String);
  if (schema instanceof z.ZodArray) return codesOf(schema.element as z.ZodType);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return codesOf(schema.unwrap() as z.ZodType);
  return [];
}

function wordsOfKind({ name, parameters }: VisitRuleKind): DerivedWord[] {
  return [
    word('a kind of rule', `rule.${name}`),
    ...Object.keys(parameters).map((parameter) => word('a kind of rule', `rule.${name}.${parameter}`)),
  ];
}
