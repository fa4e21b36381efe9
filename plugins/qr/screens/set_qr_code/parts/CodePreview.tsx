import { CopyText, useWords } from '@waypost/host-sdk';
import type { ReactNode } from 'react';
import type { Design } from '../../qr_code_list/design/values.ts';
import { CodePicture } from '../../qr_code_list/parts/CodePicture.tsx';
import styles from './code-preview.module.css';

export interface CodePreviewProps {
  addresses: { short_url: string; qr_url: string } | undefined;
  problem?: string | undefined;
  design?: Design | null | undefined;
  /** What can be done with the picture once the code is saved; without it the picture is only shown. */
  children?: ReactNode;
}

/** The picture of a code, the address that it encodes, and the short link that people type. */
export function CodePreview({ addresses, problem, design, children }: CodePreviewProps) {
  const words = useWords();
  return (
    <div className={styles.preview}>
      <h2 className={styles.title}>{words(children ? 'qr.code.picture' : 'qr.set.preview')}</h2>
      {children ??
        (addresses ? (
          <CodePicture address={addresses.qr_url} size={240} design={design} />
        ) : (
          <div className={styles.absent}>{problem}</div>
        ))}
      {addresses ? (
        <dl className={styles.addresses}>
          <dt>{words('qr.code.short_url')}</dt>
          <dd>
            <CopyText value={addresses.short_url} />
          </dd>
          <dt>{words('qr.set.preview.encodes')}</dt>
          <dd>
            <CopyText value={addresses.qr_url} />
            <p className={styles.help}>{words('qr.set.preview.encodes_help')}</p>
          </dd>
        </dl>
      ) : null}
    </div>
  );
}
