import { CopyText, useWords } from '@waypost/host-sdk';
import type { Design } from '../../../codes/design/values.ts';
import { CodePicture } from '../../../codes/parts/CodePicture.tsx';
import styles from './code-preview.module.css';

export interface CodePreviewProps {
  /** What the picture of the new code will encode, or a sample of it. */
  picture: string | undefined;
  shortUrl: string | undefined;
  problem?: string | undefined;
  design?: Design | null | undefined;
}

/** A sample of the picture of a code that is being made, and the short link that people will type. */
export function CodePreview({ picture, shortUrl, problem, design }: CodePreviewProps) {
  const words = useWords();
  return (
    <div className={styles.preview}>
      <h2 className={styles.title}>{words('qr.set.preview')}</h2>
      {picture ? (
        <div>
          <CodePicture address={picture} name={shortUrl} size={240} design={design} />
          <p className={styles.help}>{words('qr.set.preview.sample')}</p>
        </div>
      ) : (
        <div className={styles.absent}>{problem}</div>
      )}
      {shortUrl ? (
        <dl className={styles.addresses}>
          <dt>{words('qr.code.short_url')}</dt>
          <dd>
            <CopyText value={shortUrl} />
          </dd>
        </dl>
      ) : null}
    </div>
  );
}
