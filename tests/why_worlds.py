"""Texts of other worlds, with labelled sentences: what the rules know must not be about one company.

Both were written after the rules had been made for the demo corpus, to see how they do on what they were not made for.
"""

from wherefrom.claims.why import Reading

STORAGE_AND_HIRING = [
    Reading(
        """# Storage

Objects larger than 5 GB must be uploaded in parts. Each part has at most 10,000 chunks.
Buckets are private by default. A bucket name cannot be changed after it was created.

Deleted objects are kept for 90 days. After that they can not be restored.
Only the owner of a bucket can delete it. Versioning is disabled unless an administrator enables it.

## Backups

Backups run every night at 2 o'clock and take about 40 minutes.
The backup of the main database is stored in Frankfurt; copies go to Dublin.
We test a restore on the first Tuesday of each month.
""",
        "storage.md",
        ("Storage",),
    ),
    Reading(
        """# Hiring

Every candidate talks to at least three people. Interviews last 45 minutes and are never recorded.
The hiring manager decides, not the recruiter. Offers are valid for 14 days.
Salaries are reviewed in April. New employees get a mentor for the first six months.
Referrals are rewarded with 1,500 dollars, unless the candidate is a relative.
Interns earn less than junior engineers. Nobody is hired without a reference check.
""",
        "hiring.md",
        ("Hiring",),
    ),
    Reading(
        """def retry(call, attempts=3):
    \"\"\"Try a call up to three times; wait two seconds before the second attempt.\"\"\"
    # Timeouts are retried, refusals are not.
    for n in range(attempts): ...
""",
        "retry.py",
        (),
        True,
    ),
]
STORAGE_AND_HIRING_SENTENCES = """
supported: Objects over 5 GB have to be uploaded in parts.
supported: By default buckets are private.
supported: The name of a bucket cannot be changed.
supported: Deleted objects are kept for three months.
supported: Deleted objects are kept for 90 days.
supported: The owner of a bucket can delete it.
supported: Backups run nightly at 2 o'clock.
supported: Backups take about 40 minutes.
supported: Copies of the backup go to Dublin.
supported: The backup of the main database is in Frankfurt.
supported: Interviews last three quarters of an hour.
supported: Interviews are not recorded.
supported: An offer is valid for two weeks.
supported: Candidates talk to three people or more.
supported: The hiring manager decides.
supported: Salaries get reviewed in April.
supported: A new employee has a mentor for six months.
supported: Timeouts are retried.
supported: Refusals are not retried.
supported: A restore is tested every month.
contradicted: Objects larger than 5 GB must not be uploaded in parts.
contradicted: Buckets are public by default.
contradicted: Buckets are not private by default.
contradicted: A bucket name can be changed after it was created.
contradicted: Deleted objects are kept for 30 days.
contradicted: Deleted objects can be restored after 90 days.
contradicted: Anybody can delete a bucket.
contradicted: Backups run every night at 3 o'clock.
contradicted: Backups run every week at 2 o'clock.
contradicted: The backup of the main database is stored in Dublin.
contradicted: A restore is tested on the first Friday of each month.
contradicted: Interviews last an hour.
contradicted: Interviews are always recorded.
contradicted: The recruiter decides.
contradicted: Offers are valid for 14 months.
contradicted: Salaries are reviewed in October.
contradicted: Interns earn more than junior engineers.
contradicted: Junior engineers earn less than interns.
contradicted: Refusals are retried.
contradicted: Referrals are rewarded with 1,500 euros.
unknown: Objects larger than 5 GB are deleted.
unknown: Objects smaller than 5 GB must be uploaded in parts.
unknown: Buckets are encrypted by default.
unknown: Buckets can be shared with other teams.
unknown: A bucket can not be deleted.
unknown: Backups are encrypted.
unknown: Backups run every night in Dublin.
unknown: The main database is in Frankfurt.
unknown: A backup is deleted after 90 days.
unknown: Interviews are held in Frankfurt.
unknown: Candidates are paid for interviews.
unknown: Offers are not made.
unknown: Mentors get 1,500 dollars.
unknown: Interns get a mentor for the first six months.
unknown: Candidates who are relatives are rewarded with 1,500 dollars.
unknown: Salaries are reviewed by the hiring manager.
unknown: Every employee talks to at least three people.
unknown: Timeouts are logged.
unknown: We wait three seconds before the third attempt.
unknown: Nobody is hired.
unknown: Deleted buckets are kept for 90 days.
unknown: Versioning is enabled for the main database.
unknown: Recruiters earn less than hiring managers.
unknown: Interviews are recorded by the recruiter.
unknown: Each candidate has at most 10,000 chunks.
"""

LIBRARY_AND_SERVICE = [
    Reading(
        """# Library rules

Readers may borrow up to eight books at a time. A loan lasts four weeks and can be renewed twice.
Reference books do not leave the building. Late returns cost 20 cents a day for each book.

The reading room opens at nine and closes at twenty o'clock; on Sundays it stays closed.
Food is not allowed in the stacks, but water in closed bottles is.
Children under twelve must be accompanied by an adult.

Lost cards are replaced for 5 euros. The library was built in 1932 by Alvar Lind and renovated in 2015.
Groups of more than ten people announce their visit three days ahead.
""",
        "rules.md",
        ("Library rules",),
    ),
    Reading(
        """# Service levels

We answer urgent tickets within 30 minutes and normal tickets within one working day.
Maintenance happens on Sundays between 2 and 4 o'clock. Customers are informed at least five days before.
Availability is 99.9 percent a month. If it falls below that, customers get 10 percent of the fee back.
Data is stored in Finland and never leaves the European Union.
Support speaks English and Finnish. Logs are deleted after 14 days. Passwords are never logged.
The contract can be ended at the end of each quarter. Prices rise by at most 3 percent a year.
The free plan has no support. Enterprise customers have a manager of their own.
""",
        "sla.md",
        ("Service levels",),
    ),
]
LIBRARY_AND_SERVICE_SENTENCES = """
supported: Up to eight books can be borrowed at a time.
supported: A loan can be renewed twice.
supported: Loans last four weeks.
supported: Reference books never leave the building.
supported: A late return costs 20 cents per day.
supported: The reading room is closed on Sundays.
supported: The reading room closes at 20 o'clock.
supported: Food is forbidden in the stacks.
supported: The library was renovated in 2015.
supported: Alvar Lind built the library in 1932.
supported: A lost card is replaced for €5.
supported: Urgent tickets are answered within half an hour.
supported: Normal tickets are answered within one working day.
supported: Maintenance happens on Sundays.
supported: Data never leaves the EU.
supported: The data is stored in Finland.
supported: Logs are deleted after two weeks.
supported: Passwords are not logged.
supported: Support speaks Finnish.
supported: There is no support in the free plan.
contradicted: Readers may borrow up to twelve books at a time.
contradicted: A loan lasts six weeks.
contradicted: A loan can be renewed three times.
contradicted: A loan cannot be renewed.
contradicted: Reference books leave the building.
contradicted: Late returns cost 20 cents a week for each book.
contradicted: The reading room opens at ten.
contradicted: Food is allowed in the stacks.
contradicted: Children under twelve need not be accompanied by an adult.
contradicted: The library was built in 1952.
contradicted: Lost cards are replaced for 15 euros.
contradicted: Urgent tickets are answered within 30 hours.
contradicted: We answer normal tickets within 30 minutes.
contradicted: Maintenance happens on Mondays.
contradicted: Availability is 95 percent a month.
contradicted: Data is stored in Sweden.
contradicted: Logs are deleted after 30 days.
contradicted: Logs are never deleted.
contradicted: Passwords are logged.
contradicted: The free plan has support.
unknown: Readers may sell books.
unknown: A loan costs 20 cents.
unknown: Reference books are renewed twice.
unknown: The reading room has eight seats.
unknown: Water is sold in the stacks.
unknown: Adults must be accompanied by a child.
unknown: Children under twelve may not borrow books.
unknown: The library was built by Alvar Lind in Helsinki.
unknown: The reading room was renovated in 2015.
unknown: Groups of ten people pay 5 euros.
unknown: Lost books are replaced for 5 euros.
unknown: Urgent tickets are deleted after 14 days.
unknown: Support answers on Sundays.
unknown: Customers are informed by email.
unknown: Customers get 10 percent of the fee back.
unknown: Data is deleted after 14 days.
unknown: Data of customers is encrypted.
unknown: Support speaks Swedish.
unknown: The contract can be ended by email.
unknown: Prices rise every year.
unknown: The free plan has no manager.
unknown: Enterprise customers pay 3 percent less.
unknown: The manager speaks English.
unknown: Logs are stored in Finland.
unknown: Tickets are not answered.
unknown: Readers are informed five days before.
"""

WORLDS = {
    "storage and hiring": (STORAGE_AND_HIRING, STORAGE_AND_HIRING_SENTENCES),
    "library and service": (LIBRARY_AND_SERVICE, LIBRARY_AND_SERVICE_SENTENCES),
}
