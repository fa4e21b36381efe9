import { accountReference } from '@waypost/contract';
import {
  clientStore,
  type OwnerScopeInUse,
  parseOwnerScope,
  ReferenceSelect,
  ReferenceTitle,
  scopeInUseAtom,
  useWords,
} from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import styles from './owner-switch.module.css';

const useScopeInUse = (): OwnerScopeInUse | undefined => useAtomValue(scopeInUseAtom, { store: clientStore });

/** Whose things the open screen shows: mine, everyone's, or one customer's. Nothing where that cannot be chosen. */
export function OwnerSwitch() {
  const words = useWords();
  const inUse = useScopeInUse();
  if (!inUse) return null;
  const { scope, choose } = inUse;
  return (
    <div className={styles.switch}>
      <ReferenceSelect
        reference={accountReference}
        attributes={{ 'aria-label': words('scope.label') }}
        fixed={[
          { value: 'own', label: words('scope.own') },
          { value: 'all', label: words('scope.everyone') },
        ]}
        value={scope.kind === 'one' ? scope.owner : scope.kind === 'own' ? 'own' : 'all'}
        onChange={(value) => {
          const next = typeof value === 'string' ? parseOwnerScope(value) : undefined;
          if (next) choose(next);
        }}
      />
    </div>
  );
}

/** Says which customer's things one sees, so that nobody takes them for the own ones or for all there are. */
export function OwnerLine() {
  const words = useWords();
  const inUse = useScopeInUse();
  if (inUse?.scope.kind !== 'one') return null;
  const { scope, choose } = inUse;
  return (
    <p className={styles.line} role="status">
      <span>
        <SeenOne account={scope.owner} />
      </span>
      <button type="button" className={styles.back} onClick={() => choose({ kind: 'own' })}>
        {words('scope.show_own')}
      </button>
    </p>
  );
}

/** The sentence around an account's name, which is looked up. */
function SeenOne({ account }: { account: string }) {
  const words = useWords();
  const [before, after] = words('scope.seen_one', { account: '\u0000' }).split('\u0000');
  return (
    <>
      {before}
      <strong>
        <ReferenceTitle reference={accountReference} ids={[account]} />
      </strong>
      {after}
    </>
  );
}
