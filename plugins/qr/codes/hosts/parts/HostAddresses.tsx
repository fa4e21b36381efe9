import { CopyText, useWords } from '@waypost/host-sdk';
import type { CodeRow } from '../../code-row.ts';
import { HOST_STEPS, stepsOf } from '../values.ts';
import styles from './hosts.module.css';

const SCHEME = /^https?:\/\//;

/** The address of a code on each host that a visit passes, by its step: none on the platform's own address. */
export function addressesByStep(code: CodeRow) {
  const steps = stepsOf(code);
  return HOST_STEPS.flatMap((step) =>
    steps[step] === '' ? [] : { step, address: `https://${steps[step]}/${code.short_code}` },
  );
}

/** Addresses without what is the same of all, each to be copied whole. */
export function HostAddresses({ addresses }: { addresses: readonly string[] }) {
  return (
    <span className={styles.addresses}>
      {addresses.map((address) => (
        <CopyText key={address} value={address} shown={address.replace(SCHEME, '')} isWhole />
      ))}
    </span>
  );
}

/** The addresses behind the first one, named by their step. */
export function FurtherAddresses({ code }: { code: CodeRow }) {
  const words = useWords();
  return addressesByStep(code)
    .filter(({ address }) => address !== code.short_url)
    .map(({ step, address }) => (
      <span key={step} className={styles.further}>
        <span className={styles.side}>{words(`qr.domains.step.${step}`)}</span>
        <CopyText value={address} shown={address.replace(SCHEME, '')} />
      </span>
    ));
}
