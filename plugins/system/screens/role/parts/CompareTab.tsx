import { ErrorState, ReferenceSelect, Skeleton, useCall, useQuery, useWords } from '@waypost/host-sdk';
import { roleCompare } from '../calls.ts';
import type { RoleRow } from '../resource.ts';
import { role } from '../resource.ts';
import { nodeOfRight } from './rights-tree.ts';
import styles from './role.module.css';
import { useRights } from './use-rights.ts';

/** In what a role differs from another: only what differs. */
export function CompareTab({ row }: { row: RoleRow }) {
  const words = useWords();
  const [params, set] = useQuery();
  const other = params.get('with') ?? '';
  return (
    <div className={styles.stack}>
      <p>{words('system.role.compare.choose')}</p>
      <div className={styles.field}>
        <ReferenceSelect
          reference={role}
          value={other}
          attributes={{ 'aria-label': words('system.role.compare.with') }}
          placeholder={words('system.role.compare.with')}
          onChange={(id) => set({ with: typeof id === 'string' ? id : undefined })}
        />
      </div>
      {other === '' ? null : <Difference left={row.id} right={other} name={row.name} />}
    </div>
  );
}

function Difference({ left, right, name }: { left: string; right: string; name: string }) {
  const words = useWords();
  const { data, error, refetch } = useCall(roleCompare, { left, right });
  const { rights } = useRights();
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || !rights) return <Skeleton lines={4} height={24} />;
  if (data.only_left.length === 0 && data.only_right.length === 0)
    return <p role="status">{words('system.role.compare.same')}</p>;
  const nameOf = (permission: string) => {
    const node = nodeOfRight(rights.nodes, permission);
    const above = rights.nodes.find(({ id }) => id === node?.parent);
    if (!node) return permission;
    return node.type === 2 && above ? `${above.name} · ${node.name}` : node.name;
  };
  return (
    <div className={styles.difference}>
      <Side title={words('system.role.compare.only', { name })} rights={data.only_left.map(nameOf)} />
      <Side title={words('system.role.compare.other')} rights={data.only_right.map(nameOf)} />
    </div>
  );
}

function Side({ title, rights }: { title: string; rights: readonly string[] }) {
  const words = useWords();
  return (
    <section>
      <h3>{title}</h3>
      {rights.length === 0 ? (
        <p>{words('system.role.compare.none')}</p>
      ) : (
        <ul>
          {rights.map((right) => (
            <li key={right}>{right}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
