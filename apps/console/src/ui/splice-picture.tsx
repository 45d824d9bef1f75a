/** An animation of the product: source, ad server, output. Decorative, hidden from screen readers. */
import { publicText } from '../texts/public-texts.ts';
import './splice-picture.css';

const step = 36;
const segments = 16;
/** The position of the break in each cycle of segments. */
const breakFrom = 5;
const ads = [
  { from: 5, length: 3, number: 1 },
  { from: 8, length: 2, number: 2 },
];
const breakTo = 10;
const rounds = [0, 1, 2];

export function SplicePicture() {
  return (
    <svg className="splice" viewBox="0 0 560 300" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="splice-fade" x1="0" x2="1">
          <stop offset="0" stopColor="#fff" stopOpacity="0" />
          <stop offset="0.14" stopColor="#fff" />
          <stop offset="0.86" stopColor="#fff" />
          <stop offset="1" stopColor="#fff" stopOpacity="0" />
        </linearGradient>
        <mask id="splice-mask">
          <rect width="560" height="300" fill="url(#splice-fade)" />
        </mask>
      </defs>
      <g mask="url(#splice-mask)">
        <g className="splice-move">
          {rounds.map((round) => (
            <Round key={round} x={round * segments * step} />
          ))}
        </g>
      </g>
      <path className="splice-head" d="M392 34v236" />
      <g className="splice-label">
        <text x="0" y="30">
          {publicText('pictureSource')}
        </text>
        <text x="0" y="122">
          {publicText('pictureAdServer')}
        </text>
        <text x="0" y="222">
          {publicText('pictureOutput')}
        </text>
      </g>
    </svg>
  );
}

function Round({ x }: { x: number }) {
  const places = Array.from({ length: segments }, (_, index) => index);
  const inBreak = (place: number) => place >= breakFrom && place < breakTo;
  return (
    <g transform={`translate(${x} 0)`}>
      {places.map((place) => (
        <g key={place} className={inBreak(place) ? 'splice-avail' : 'splice-content'}>
          <rect x={place * step} y="42" width={step - 3} height="40" rx="4" />
          {!inBreak(place) && <rect x={place * step} y="234" width={step - 3} height="40" rx="4" />}
        </g>
      ))}
      {[breakFrom, breakTo].map((place) => (
        <path key={place} className="splice-cue" d={`M${place * step - 1.5} 36v244`} />
      ))}
      {ads.map(({ from, length, number }) => (
        <g key={number} className="splice-ad">
          <rect x={from * step} y="134" width={length * step - 3} height="40" rx="4" />
          <rect x={from * step} y="234" width={length * step - 3} height="40" rx="4" />
          <path d={`M${(from + length / 2) * step - 1} 180v46`} />
          <text x={(from + length / 2) * step - 1} y="159">
            {publicText('pictureAd', { number })}
          </text>
          <text x={(from + length / 2) * step - 1} y="259">
            {publicText('pictureAd', { number })}
          </text>
        </g>
      ))}
    </g>
  );
}
