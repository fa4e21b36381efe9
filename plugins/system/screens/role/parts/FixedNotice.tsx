import { useWords } from '@waypost/host-sdk';
import type { RoleRow } from '../resource.ts';

/** Why a role cannot be changed, and who can. */
export function FixedNotice({ row }: { row: RoleRow }) {
  const words = useWords();
  return <p>{words(row.key === 'super' ? 'system.role.super.text' : 'system.role.fixed')}</p>;
}
