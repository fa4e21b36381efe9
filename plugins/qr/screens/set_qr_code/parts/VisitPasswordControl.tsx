import { Switch } from '@arco-design/web-react';
import { type ControlProps, controlAttributes, ResourceField } from '@waypost/host-sdk';
import styles from './visit-password.module.css';

/** Of a code that has no password yet: with the switch comes the field for it. */
export function FirstPasswordControl(control: ControlProps<boolean>) {
  return <VisitPasswordControl {...control} words="qr.code.visit_password.first" isDemanded />;
}

/** Of a code that has a password: left empty it stays. */
export function NextPasswordControl(control: ControlProps<boolean>) {
  return <VisitPasswordControl {...control} words="qr.code.visit_password" />;
}

interface VisitPasswordProps extends ControlProps<boolean> {
  words: string;
  isDemanded?: boolean;
}

function VisitPasswordControl({ words, isDemanded = false, ...control }: VisitPasswordProps) {
  const isOn = control.value === true;
  return (
    <div className={styles.control}>
      <Switch
        {...controlAttributes(control)}
        checked={isOn}
        onChange={(isChosen) => {
          control.onChange(isChosen);
          control.onBlur();
        }}
      />
      {isOn ? <ResourceField name="visit_password" words={words} isDemanded={isDemanded} /> : null}
    </div>
  );
}
