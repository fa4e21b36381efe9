import { field, type ResultOf } from '@waypost/contract';
import { CallForm, CopyText, FormSection, QrPicture, ResourceField, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { z } from 'zod';
import { beginSecondFactor, confirmSecondFactor } from '../../../second-factor/calls.ts';
import { typedPassword } from '../check.ts';
import styles from '../page.module.css';

const PASSWORD = { old_password: field(typedPassword, { sealed: true, autoComplete: 'current-password' }) };
const CODE = {
  totp: field(z.string().trim().min(1), { autoComplete: 'one-time-code', draft: false }),
};

type Begun = ResultOf<typeof beginSecondFactor>;

interface SetUpProps {
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** Two steps: the password, then the picture and a code that the app makes of it. */
export function SetUpSecondFactor({ onConfirmed, onClose }: SetUpProps) {
  const words = useWords();
  const [begun, setBegun] = useState<Begun>();
  const drawer = { title: words('system.second_factor.set_up.title'), width: 480 };
  if (begun === undefined)
    return (
      <CallForm
        key="password"
        call={beginSecondFactor}
        name="system.second_factor"
        fields={PASSWORD}
        submit="system.second_factor.next"
        drawer={drawer}
        about="begin"
        onCancel={onClose}
        onSent={setBegun}
      >
        <FormSection text="system.second_factor.begin.text">
          <ResourceField name="old_password" />
        </FormSection>
      </CallForm>
    );
  return (
    <CallForm
      key="code"
      call={confirmSecondFactor}
      name="system.second_factor_set_up"
      fields={CODE}
      submit="system.second_factor.confirm"
      drawer={drawer}
      about="confirm"
      onCancel={onClose}
      onSent={({ recovery_codes }) => onConfirmed(recovery_codes)}
    >
      <Secret begun={begun} />
      <FormSection>
        <ResourceField name="totp" />
      </FormSection>
    </CallForm>
  );
}

/** The picture to take, and the same as letters for whoever sets it up on this very telephone. */
function Secret({ begun }: { begun: Begun }) {
  const words = useWords();
  return (
    <div className={styles.secret}>
      <p>{words('system.second_factor.scan')}</p>
      <QrPicture picture={begun.picture} label={words('system.second_factor.picture')} />
      <p>
        <a href={begun.address}>{words('system.second_factor.open_app')}</a>
      </p>
      <p>{words('system.second_factor.type')}</p>
      <CopyText value={begun.secret} shown={(begun.secret.match(/.{1,4}/g) ?? []).join(' ')} />
    </div>
  );
}
