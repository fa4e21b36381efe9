import { accountReference } from '@waypost/contract';
import { Panel, ReferenceLink, RelativeTime, useWords } from '@waypost/host-sdk';
import styles from '../../home/parts/home.module.css';
import { ListSkeleton } from '../../home/parts/ListSkeleton.tsx';
import type { AdminHome } from '../calls.ts';

/** Who came last, and how many there are. */
export function PeopleCard({ people }: { people: AdminHome['people'] | undefined }) {
  const words = useWords();
  if (!people)
    return (
      <Panel title={words('home_admin.people')}>
        <ListSkeleton />
      </Panel>
    );
  return (
    <Panel
      title={words('home_admin.people')}
      text={`${words('home_admin.people.count', { count: people.count })} · ${words('home_admin.people.today', { count: people.today })}`}
    >
      <ul className={styles.list}>
        {people.newest.map(({ id, account, role, register_time }) => (
          <li key={id} className={styles.item}>
            <span className={styles.itemName}>
              <ReferenceLink reference={accountReference} id={id} title={account} />
            </span>
            <span className={styles.itemTime}>
              {words.has(`role.${role}`) ? words(`role.${role}`) : role}
            </span>
            <span className={styles.itemTime}>
              <RelativeTime value={register_time} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
