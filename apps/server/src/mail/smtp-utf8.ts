import SMTPConnection from 'nodemailer/lib/smtp-connection'

/**
 * Whether the mail server supports email addresses with non-ASCII letters (RFC 6531). The mailer does not
 * check this, and a server without support often accepts such an email and loses it. Such email addresses are
 * rare, so the check may open its own connection.
 */
export function takesSmtpUtf8(options: SMTPConnection.Options): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const connection = new SMTPConnection(options)
    connection.once('error', (error) => {
      connection.close()
      reject(error)
    })
    connection.connect(() => {
      // The response to the last EHLO, after TLS has started: one extension per line.
      const extensions = connection.lastServerResponse || ''
      connection.quit()
      resolve(/^250[ -]SMTPUTF8\b/im.test(extensions))
    })
  })
}
