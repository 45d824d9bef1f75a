/** Recovery codes, shown once, with a file to keep. */
import './recovery-codes.css';

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`;
  return (
    <div className="recovery-codes">
      <p>
        Keep these codes where you find them without your phone. Each opens the login once, and they
        are not shown again.
      </p>
      <ul aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <a href={file} download="recovery-codes.txt">
        Download as a file
      </a>
    </div>
  );
}
