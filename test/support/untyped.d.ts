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
