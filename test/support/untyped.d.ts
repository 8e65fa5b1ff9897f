declare module 'aws4' {
  const aws4: {
    /** Signs a request in place, by the headers that it has. */
    sign(
      request: {
        host: string;
        method: string;
        path: string;
        service: string;
        region: string;
        headers: Record<string, string>;
      },
      credentials: { accessKeyId: string; secretAccessKey: string },
    ): { headers: Record<string, string> };
  };
  export = aws4;
}

declare module 's3rver' {
  class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string }[];
    });
    run(): Promise<{ address: string; port: number }>;
    close(): Promise<void>;
  }
  export = S3rver;
}
