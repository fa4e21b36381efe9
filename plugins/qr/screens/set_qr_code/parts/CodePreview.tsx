import { CopyText, useWords } from '@waypost/host-sdk';
import type { ReactNode } from 'react';
import type { Design } from '../../../codes/design/values.ts';
import { CodePicture } from '../../../codes/parts/CodePicture.tsx';
import styles from './code-preview.module.css';

export interface CodePreviewProps {
  /** What the shown picture encodes; for a code that is not saved a sample. */
  picture: string | undefined;
  shortUrl: string | undefined;
  problem?: string | undefined;
  design?: Design | null | undefined;
  /** What can be done with the picture once the code is saved; without it the picture is only shown. */
  children?: ReactNode;
}

/** The picture of a code, the short link that people type and, once it is saved, the address that the picture encodes. */
export function CodePreview({ picture, shortUrl, problem, design, children }: CodePreviewProps) {
  const words = useWords();
  return (
    <div className={styles.preview}>
      <h2 className={styles.title}>{words(children ? 'qr.code.picture' : 'qr.set.preview')}</h2>
      {children ??
        (picture ? (
          <div>
            <CodePicture address={picture} name={shortUrl} size={240} design={design} />
            <p className={styles.help}>{words('qr.set.preview.sample')}</p>
          </div>
        ) : (
          <div className={styles.absent}>{problem}</div>
        ))}
      {shortUrl ? (
        <dl className={styles.addresses}>
          <dt>{words('qr.code.short_url')}</dt>
          <dd>
            <CopyText value={shortUrl} />
          </dd>
          {children && picture ? (
            <>
              <dt>{words('qr.set.preview.encodes')}</dt>
              <dd>
                <CopyText value={picture} />
                <p className={styles.help}>{words('qr.set.preview.encodes_help')}</p>
              </dd>
            </>
          ) : null}
        </dl>
      ) : null}
    </div>
  );
}
