import type { BodyOf } from '@waypost/contract';
import { useForm, useQuery } from '@waypost/host-sdk';
import { useEffect, useState } from 'react';
import type { hiddenRulesCall } from '../calls.ts';
import { ruleResource } from '../resource.ts';

const EDITED = /^edit:([0-9a-f]{24})$/;

/** A rule as it is written, and the saved one that it takes the place of. */
export type Draft = BodyOf<typeof hiddenRulesCall>;

/** The rule that the form around is about; undefined while it could not be saved. */
export function useDraft(): Draft | undefined {
  const { values } = useForm();
  const [query] = useQuery();
  const read = ruleResource.schemas.create.safeParse(
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
  );
  if (!read.success || !ruleResource.rules.every(({ holds }) => holds(read.data))) return undefined;
  const [, edited] = EDITED.exec(query.get('drawer') ?? '') ?? [];
  return { rule: read.data, ...(edited === undefined ? {} : { instead_of: edited }) };
}

/** A value once it has not changed for some milliseconds; compared by what is in it. */
export function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says whether the value is another one
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return settled;
}
