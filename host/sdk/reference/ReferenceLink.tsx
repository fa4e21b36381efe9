import type { Reference } from '@waypost/contract';
import { ScreenLink } from '../parts/use-navigation.tsx';
import { useMayRead } from './use-reference.ts';

export interface ReferenceLinkProps {
  reference: Reference;
  id: string;
  /** What the thing is called. */
  title: string;
}

/** What a thing is called; it leads to the thing's page, where there is one and the caller may read such things. */
export function ReferenceLink({ reference, id, title }: ReferenceLinkProps) {
  const mayRead = useMayRead(reference);
  if (reference.page === undefined || !mayRead) return title;
  return <ScreenLink to={`${reference.page}?id=${id}`}>{title}</ScreenLink>;
}
