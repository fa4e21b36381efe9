import { useWords } from '@waypost/host-sdk';
import { CodeLink } from '../../../codes/parts/CodeLink.tsx';
import type { Visitor } from '../calls.ts';
import { deviceName } from '../device-name.ts';
import styles from './visitor.module.css';

/** An address, never broken: the long ones of IPv6 are cut where the column ends, and whole on hover. Empty: it was erased. */
export function AddressCell({ ip }: { ip: string }) {
  const words = useWords();
  if (ip === '') return <span className={styles.minor}>{words('qr.visit.erased')}</span>;
  return (
    <span className={styles.address} title={ip}>
      {ip}
    </span>
  );
}

/** The visited code, cut where the column ends, with the way to its page. */
export function CodeCell({ id, name }: { id: string; name: string }) {
  return (
    <span className={styles.clipped} title={name}>
      <CodeLink id={id} name={name} />
    </span>
  );
}

/** Device and system: "Redmi Note 12 Turbo · Android 14". `isCut`: where a column ends, and whole on hover. */
export function VisitorDevice(props: { visitor: Pick<Visitor, 'device' | 'system'>; isCut?: boolean }) {
  const words = useWords();
  const { system } = props.visitor;
  const name = deviceName(props.visitor, words);
  return (
    <span title={props.isCut ? `${name} · ${system}` : undefined}>
      {name}
      {system ? <span className={styles.minor}> · {system}</span> : null}
    </span>
  );
}
