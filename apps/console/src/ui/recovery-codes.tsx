/** Recovery codes, shown once, with a file to keep. */
import { publicText } from '../texts/public-texts.ts';
import './recovery-codes.css';

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`;
  return (
    <div className="recovery-codes">
      <p>{publicText('recoveryText')}</p>
      <ul aria-label={publicText('recoveryCodes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <a href={file} download="recovery-codes.txt">
        {publicText('recoveryFile')}
      </a>
    </div>
  );
}
