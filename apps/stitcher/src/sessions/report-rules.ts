/** How the figures of each company are counted, as its Admins have chosen it; read again every half minute. */
import type { CampaignSource, ViewerIdPolicy } from '@interlude/contract';
import type { Logger } from '@interlude/runtime';

export interface ReportRules {
  /** IANA zone of days. */
  readonly timeZone: string;
  readonly viewerIdPolicy: ViewerIdPolicy;
  readonly campaignFrom: CampaignSource;
}

const unset: ReportRules = {
  timeZone: 'UTC',
  viewerIdPolicy: 'daily',
  campaignFrom: 'extension',
};

export const rulesEveryMs = 30_000;

export class KeptReportRules {
  readonly #read: (() => Promise<ReadonlyMap<string, ReportRules>>) | undefined;
  readonly #logger: Logger;
  #rules: ReadonlyMap<string, ReportRules> = new Map();
  #isLost = false;

  /** @param read of all companies that have chosen something; left out: none has */
  constructor(read: (() => Promise<ReadonlyMap<string, ReportRules>>) | undefined, logger: Logger) {
    this.#read = read;
    this.#logger = logger;
  }

  of(tenantId: string): ReportRules {
    return this.#rules.get(tenantId) ?? unset;
  }

  /** Never rejects; without the database the last ones stay. */
  async refresh(): Promise<void> {
    if (!this.#read) {
      return;
    }
    try {
      this.#rules = await this.#read();
      this.#isLost = false;
    } catch (error) {
      if (!this.#isLost) {
        this.#logger.error({ error }, 'the report settings cannot be read: the last ones stay');
      }
      this.#isLost = true;
    }
  }
}
