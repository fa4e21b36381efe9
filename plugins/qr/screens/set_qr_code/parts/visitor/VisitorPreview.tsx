import { Select } from '@arco-design/web-react';
import { IconEye } from '@arco-design/web-react/icon';
import {
  Button,
  Drawer,
  type FormValues,
  useCall,
  useErrorText,
  useIsNarrower,
  usePaused,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import type { CodeRow } from '../../../../codes/code-row.ts';
import type { Target } from '../../../qr_code_list/resource.ts';
import { visitPreviewCall } from '../../preview/calls.ts';
import { type PreviewBody, previewBody } from './preview-body.ts';
import styles from './visitor.module.css';

/** From here on a form has its aside below it, pixels. */
const BESIDE = 1024;

interface VisitorPreviewProps {
  values: FormValues;
  /** The code that is being changed. */
  code?: CodeRow | undefined;
  shortUrl: string | undefined;
}

/** What visitors see of the form as it stands, on their phone; where nothing stands beside the form, its bar has a button for it. */
export function VisitorPreview(props: VisitorPreviewProps) {
  const words = useWords();
  const title = words('qr.set.visitor');
  if (useIsNarrower(BESIDE)) return null;
  return (
    <section className={styles.preview} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <PhoneOfVisitor {...props} />
    </section>
  );
}

/** Opens the same where it does not stand beside the form. */
export function VisitorPreviewButton(props: VisitorPreviewProps) {
  const words = useWords();
  const isNarrow = useIsNarrower(BESIDE);
  const [isOpen, setOpen] = useState(false);
  if (!isNarrow) return null;
  return (
    <span className={styles.opener}>
      <Button icon={<IconEye />} onClick={() => setOpen(true)}>
        {words('qr.set.preview')}
      </Button>
      <Drawer title={words('qr.set.visitor')} width={480} isOpen={isOpen} onClose={() => setOpen(false)}>
        <div className={styles.preview}>
          <PhoneOfVisitor {...props} />
        </div>
      </Drawer>
    </span>
  );
}

function PhoneOfVisitor({ values, code, shortUrl }: VisitorPreviewProps) {
  const words = useWords();
  const [chosen, setChosen] = useState(0);
  const targets = (values.targets as Target[] | undefined) ?? [];
  const index = Math.min(chosen, targets.length - 1);
  const body = previewBody({ target: targets[index], values, code }, Date.now());
  return (
    <>
      {targets.length > 1 ? (
        <Select
          aria-label={words('qr.set.visitor.target')}
          value={index}
          options={targets.map((_, at) => ({
            value: at,
            label: words('qr.set.target.item', { number: at + 1 }),
          }))}
          onChange={setChosen}
        />
      ) : null}
      {body === undefined ? (
        <p className={styles.help}>{words('qr.set.visitor.empty')}</p>
      ) : (
        <>
          <div className={styles.phone}>
            <Screen body={body} shortUrl={shortUrl} />
          </div>
          <p className={styles.help}>{words('qr.set.visitor.help')}</p>
        </>
      )}
    </>
  );
}

function Screen({ body, shortUrl = '' }: { body: PreviewBody; shortUrl: string | undefined }) {
  const words = useWords();
  const errorText = useErrorText();
  // Asked once typing has paused.
  const asked: PreviewBody = JSON.parse(usePaused(JSON.stringify(body)));
  const { data, error } = useCall(visitPreviewCall, asked);
  if (error) return <p className={styles.failed}>{errorText(error)}</p>;
  if (data === undefined) return <div aria-busy="true" />;
  const { address, html } = data;
  if (html === null) return <LeadsTo address={address ?? ''} />;
  return (
    <>
      <p className={styles.address}>{shortUrl.replace(/^https?:\/\//, '')}</p>
      <div className={styles.page}>
        <iframe title={words('qr.set.visitor.frame')} sandbox="" referrerPolicy="no-referrer" srcDoc={html} />
      </div>
    </>
  );
}

/** Names a page of somebody else's, which is never loaded here. */
function LeadsTo({ address }: { address: string }) {
  const words = useWords();
  const { host, pathname, search } = new URL(address);
  const path = `${pathname}${search}`;
  return (
    <>
      <p className={styles.address}>{host || address}</p>
      <div className={styles.leads}>
        <span>{words('qr.set.visitor.leads_to')}</span>
        <strong>{host || address}</strong>
        {path === '/' || host === '' ? null : <span>{path}</span>}
      </div>
    </>
  );
}
