"""Words that carry grammar rather than a subject, by language; they also tell languages apart.

The keys are ISO 639-1 codes. A list is long where long questions are usual (English) and short elsewhere.
"""

from __future__ import annotations

from functools import cache

__all__ = ["LISTED", "stopwords"]

_LISTS: dict[str, str] = {
    "en": """a about above across after again against ain all almost along already also although always am among
        an and another any anybody anyone anything are aren around as at be because been before being below
        besides between both but by can cannot could couldn did didn do does doesn doing don done down during
        each either else ever every everyone everything few for from further get gets getting give given going
        got had hadn has hasn have haven having he hence her here hers herself him himself his how however i if
        in into is isn it its itself just least let like ll many maybe me might mightn more most much must mustn
        my myself needn neither never no nor not now of off often on once one only onto or other others
        otherwise ought our ours ourselves out over own per perhaps please quite rather re really same shall
        shan she should shouldn since so some somebody someone something sometimes still such than that the
        their theirs them themselves then there therefore these they this those though through thus to together
        too toward towards under until up upon us use used using ve very via was wasn we well were weren what
        whatever when whenever where whereas wherever whether which while who whoever whole whom whose why will
        with within without won would wouldn yes yet you your yours yourself yourselves""",
    "de": """aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim bin bis
        bist da damit dann das dass dein deine dem den denn der des dessen die dies diese diesem diesen dieser
        dieses dir doch dort du durch ein eine einem einen einer eines er es etwas euch euer für gegen gewesen
        hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in indem
        ins ist jede jedem jeden jeder jedes jene jetzt kann kein keine keinem keinen keiner können könnte
        machen man manche mehr mein meine meinem mich mir mit muss musste nach nicht nichts noch nun nur ob oder
        ohne sehr sein seine seinem seinen seiner selbst sich sie sind so solche soll sollte sondern sonst über
        um und uns unser unter viel vom von vor während war waren warum was weil welche welchem welchen welcher
        wenn wer werde werden wie wieder will wir wird wirst wo wollen wurde wurden zu zum zur zwar zwischen""",
    "fr": """à ai ainsi alors après au aucun aussi autre aux avait avant avec avez avoir avons c car ce ceci
        cela celle celui ces cet cette ceux chez comme comment d dans de depuis des donc dont du elle elles en
        encore entre est et étaient était été être eu eux fait faire faut il ils j je jusqu l la le les leur
        leurs lors lorsque lui ma mais me même mes moi moins mon n ne ni nos notre nous on ont ou où par parce
        pas pendant peu peut peuvent plus pour pourquoi puis qu quand que quel quelle quelles quels qui quoi s
        sa sans se sera ses si son sont sous sur t ta te tes toi ton tous tout toute toutes très tu un une vers
        voici vos votre vous y""",
    "es": """a al algo algunas algunos ante antes aquel aquella así aunque bien cada como cómo con contra cual
        cuál cuando cuándo de del desde donde dónde dos durante e el él ella ellas ellos en entonces entre era
        eran es esa esas ese eso esos esta está están estas este esto estos fue fueron ha había han hasta hay la
        las le les lo los más me mi mis mucho muy nada ni no nos nosotros o os otra otras otro otros para pero
        poco por porque pues que qué quien quién se sea según ser será si sí sido sin sobre son su sus también
        tan tanto te tiene tienen todo todos tu tus un una uno unos usted y ya yo""",
    "pt": """a ao aos aquela aquele as às até cada com como da das de dela dele deles depois do dos e é ela elas
        ele eles em entre era essa esse esta está este estão eu foi foram há isso isto já la lhe mais mas me
        mesmo meu minha muito muitos na não nas nem no nos nós nossa nosso num numa o onde os ou outro para pela
        pelas pelo pelos pode por porque qual quais quando que quem se seja sem ser será seu seus só sobre sua
        suas também tão te tem têm ter teu tinha todos tu tudo um uma umas uns você vocês""",
    "it": """a abbiamo ad agli ai al alla alle allo anche avere aveva c che chi ci come con contro cosa così cui
        d da dagli dai dal dalla dalle degli dei del dell della delle dello di dopo dove due e è ed era erano
        essere fa fra fu gli ha hai hanno ho i il in io l la le lei li lo loro lui ma mi mia mio molto ne negli
        nei nel nell nella nelle noi non nostro o ogni per perché perciò più poi prima qual quale quali quando
        quanto quella quelle quelli quello questa queste questi questo qui se sei senza si sia sono su sua sue
        sui sul sull sulla sulle suo suoi ti tra tu tutti tutto un una uno vi voi""",
    "nl": """aan al alle alles als ander bent bij daar dan dat de deze die dit doch doen door dus een eens en er
        ge geen had heb hebben heeft hem het hier hij hoe hun iemand iets ik in is ja je jij jou jouw jullie kan
        kon kunnen maar me meer men met mij mijn moet moeten na naar niet niets nog nu of om omdat onder ons ook
        op over reeds te tegen toch toen tot u uit uw van veel voor waar waarom wanneer want waren was wat we
        wel welke werd werden wie wij wil worden wordt zal ze zelf zich zij zijn zo zonder zou""",
    "sv": """alla allt än är åt att av bara blev bli blir då dåligt de dem den denna deras dess dessa det detta
        dig din ditt du där efter ej eller en er ett finns från för genom ha hade han hans har hennes hon honom
        hur här i icke igen in inga ingen inom inte ja jag kan kunde man med mellan men mig min mitt mot mycket
        ni nu när någon något några och om oss på samma sedan sig sin sina sitt skulle ska som så sådan till
        under upp ut utan vad var varför vara vem vi vid vilka vilken vill över""",
    "da": """ad af alle alt anden at blev blive bliver da de dem den denne der deres det dette dig din dog du
        efter eller en end er et for fordi fra ham han hans har havde have hende her hos hun hvad hvem hver
        hvilken hvis hvor hvordan hvorfor i ikke ind ingen ja jeg jer kan kun kunne lige man mange med meget men
        mere mig min mod må ned nej noget nogle nogen nu når og også om op os over på selv sig sin skal skulle
        som sådan thi til ud uden under var være været vi vil ville vores""",
    "no": """alle at av bare begge ble blei bli blir da de deg dem den denne der dere deres det dette di din
        disse du eller en enn er et etter for fordi fra før ha hadde han hans har henne her hun hva hvem hver
        hvilken hvis hvor hvordan hvorfor i ikke inn ingen ja jeg kan kunne man mange med meg meget mellom men
        mer min mot må ned nei noe noen nå når og også om opp oss over på seg selv sin sitt skal skulle slik som
        så til ut uten var være vært vi vil ville vår""",
    "fi": """ei eivät en että ettei hän häneen hänen he heidän heillä hyvin ilman itse ja johon joiden joka joko
        jolla jonka jos joskus jotka jotta juuri kaikki kanssa kautta koska kuin kuinka kuitenkin kun kyllä me
        mihin mikä miksi minä minun missä mitä mukaan mutta myös ne nämä niin niitä noin nyt olemme olen olet
        oli olisi olivat olla ollut on ovat poikki se sekä sen siellä siinä sillä sinä sitä tai tähän tämä tämän
        tässä te tätä tuo vaan vai vaikka voi voidaan yli""",
    "hu": """a abban ahhoz ahogy aki akik akkor alatt által általában amely amelyek ami amikor amit az azért
        azok azon azt azután azzal bár be belül benne csak de e ebben egy egyéb egyes egyik egyre el elő ellen
        én ennek ennél erre és ez ezek ezen ezért ezt fel ha hanem hogy hogyan igen így illetve ilyen is ismét
        itt jól kell keresztül ki kívül között lehet lesz lett maga már más meg még mellett mert mi mely mikor
        milyen mind minden mint mivel most nagyon ne nekem nélkül nem nincs ő ők olyan össze ott pedig persze rá
        sem semmi sok számára szerint szinte talán tehát több úgy után utolsó vagy vagyok valaki valamint van
        vannak végül vissza viszont volt voltak""",
    "ro": """a acea aceasta această acei acel acela acest acesta aceste acești ai aici al ale altă alte am ar
        are asta astfel atunci au avea avem ca că când care căci cât ce cel cei cele cine cu cum da dacă dar de
        deci decât deja despre din doar după ea ei el ele era este eu fără fi fie fost iar în înainte încă între
        îi își îl la le li lor lui mai mea mult multe ne nici nimic noi noștri nu numai o or ori pe pentru peste
        prin sa să sale sau se sînt spre sub sunt toate tot toți totuși trebuie tu un una unde unei unele unor
        unui va vă voi vom vor""",
    "tr": """acaba ama ancak artık aslında az bana bazı belki ben benden beni benim bile bir biri birkaç birşey
        biz bize bizim bu buna bunda bundan bunlar bunu bunun çok çünkü da daha de defa değil diye dolayı eğer
        en gibi göre hangi hem hep hepsi her hiç için ile ise iki kadar kendi kez ki kim mı mi mu mü nasıl ne
        neden nedenle nerede niçin niye o olan olarak olduğu olmak on ona onlar onu onun oysa pek rağmen sadece
        siz şey şu tarafından tüm var ve veya ya yani yine yok zaten""",
    "pl": """a aby ale albo ani bardzo bez bo być był była było były będzie ci ciebie co coś czy czyli dla
        dlaczego do gdy gdzie go i ich ile im innych inne iż ja ją jak jaka jaki jako je jednak jego jej jest
        jestem jeszcze jeśli jeżeli już każdy kiedy kto która które którego której który których lub ma mam mi
        mnie może można mu my na nad nam nami nas nasz natomiast nawet nic nich nie niej nim niż no o od on ona
        one oni oraz po pod ponieważ poza przed przez przy są sam się skąd swoje ta tak taka taki także tam te
        tego tej ten teraz też to tu ty tylko tym u w we wam wasz wiele wiec więc wszystko wy z za ze że żeby""",
    "cs": """a aby aj ale ani asi až bez bude budou by byl byla byli bylo být co či další dnes do ho i jak jako
        je jeho jej její jejich jen ještě ji jiné již jsem jsi jsme jsou k kam kde kdo kdy když ke která které
        který kteří ku ma má mají me mezi mi mít mně mnou mu můj může my na nad nam nás náš ne nebo nebyl nech
        neho než nic nich není ně o od on ona oni ono po pod podle pokud pouze prave pro proč proto protože
        první před přes při s se si své svůj ta tak také tato te tedy ten tento teto tím to toho tom tomto tomu
        toto tu ty tyto u už v ve vám vás vy však všechno všechny z za že""",
    "ca": """a al als altre altres amb aquell aquella aquest aquesta aquests així això cada com d de del dels
        des després doncs dos el ella ells els em en encara entre era és està estan ha han hi havia i jo l la
        les li llavors lo més meu mentre molt molts ni no nosaltres o on per però perquè poc pot quan quant que
        què qui sense ser seu seva si sobre són també tan te té tot tots tu un una unes uns va van vosaltres""",
    "eu": """ahal al ala asko bai baina baino bat batean batek bere bezala da dago daude den dena dira dute du
        edo egin ere eta ez gabe gu hau hauek hemen hori horren hura izan izango nahi ni nola non nor noski oso
        zein zen zer zergatik ziren zuen zuten""",
    "id": """ada adalah agar akan aku anda antara apa apakah atau bagaimana bagi bahwa banyak beberapa belum
        bisa dalam dan dapat dari dengan di dia harus hanya ini itu jadi jika juga kami kamu karena ke kepada
        kita lagi lain lebih maka masih mengapa menjadi mereka namun oleh pada para pernah saat saja sangat saya
        sebagai sebuah secara sedang sehingga sejak semua seperti serta setelah siapa sudah supaya tanpa telah
        tentang tersebut tetapi tidak untuk yaitu yang""",
    "ga": """a ach ag agus an ar as atá ba bhí bíonn cad cé cén chuig chun cuid dá de do é faoi fén gan go í iad
        idir is le leis mar mé mo muid ná nach ní níl nó nuair ó ón roimh sa san sé seo sí sin siad sna tá tar
        thar tú um""",
    "et": """aga ainult all ei ega ehk ennast ent et ette ja jah ka kas keda kelle kes kui kuid kuidas kuna kus
        läbi ma me meie miks mille mina mis mida minu nad need neid nende ning nii nüüd oli olid oma on pole
        pärast sa see seda selle siis sinu ta te teie tema väga või võib üks üle""",
    "lt": """apie ar arba ant bei bet būti buvo dar dėl iki iš ir į jau jei jie jis ji jo jos kad kai kaip kas
        kiek kodėl kur kurie kuris labai mes nei ne nes nors nuo o pagal per po prie prieš su tačiau tai taip
        tarp tas ten tik to todėl tu už yra""",
    "eo": """al aŭ ankaŭ ĉar ĉe ĉi ĉu da de do dum el en eĉ estas estis ĝi ĝis ili ĵus kaj ke kia kial kie kiel
        kio kiu la li mi ne nek ni nun ol oni per plej pli por post pri sed se si sub sur ŝi tiel tio tiu tra
        tre vi""",
    "vi": """bị bởi cả các cái cần càng chỉ chiếc cho chưa chuyện có cùng cũng đã đang đây để đến đều điều do đó
        được dưới gì khi không là lại lên lúc mà mỗi một này nên nếu ngay nhiều như nhưng những nơi nữa phải qua
        ra rằng rất rồi sau sẽ thì trên trong từ từng và vẫn vào vậy vì việc với vừa""",
    "ru": """а без более был была были было быть в вам вас весь во вот все всего всех всю вы где да даже для до
        его ее если есть еще же за здесь и из или им их к как какая какие какой когда которая которые который
        кто куда ли либо между меня мне может можно мой мы на над надо нас наш не него нее нет ни них но ну о об
        однако он она они оно от очень по под после потому почему при про с свой себя сейчас со так также такой
        там тебя тем то того тоже только том тот три ту ты у уже хотя чего чей чем что чтобы эта эти это этого
        этой этом этот я""",
    "uk": """або але без був була були було бути в вам вас ви від він вона вони все всі для до є з за і із її їх
        й його коли ми мій на над нас наш не ні про під по при та так також там те ти тільки того тому той у хто
        це цей ці цього чи чому що щоб як яка який які якщо я""",
    "bg": """а ако ала беше бъде в във все всички вече да до за защо и из или им как какво като кой която които
        който към ли ме между ми може много на над не него нея ни но от по под при с са само се си след със също
        така там те този то това тази тези той тя ще що я""",
    "sr": """а али ако би био била били било бити већ да до за зато због и из или има их је јер још када као ко
        која које који којих кроз ли међу му на над не него није након о од око он она они оно ће по под после
        при са само се смо су та тада тај тако такође те то том уз у шта што""",
    "el": """αι αλλά αν αντί από αυτά αυτές αυτή αυτό αυτοί αυτός αυτού για γιατί δε δεν εάν είμαι είναι είχε
        εκείνα εκείνη εκείνο ένα ένας επί έχει έχουν η ή ήταν θα και κατά κι με μετά μέσα μη μην μια μπορεί να ο
        οι όμως όπου όπως όσο όταν ότι ου παρά περί ποια ποιο ποιος πολύ πού πριν προς πως σαν σας σε στα στη
        στην στις στο στον στους τα τη την της τι τις το τον του τους των ως""",
    "ar": """إلى إن أن أنا أنت أنه أو أي أين إذا اذا الا التي الذي الذين الى ان او ب بعد بل بين تحت تكون تم ثم
        حتى حول حيث خلال ذلك سوف على عليه عن عند عندما غير ف فقط في فيه قبل قد ك كان كانت كل كما كيف ل لا لقد
        لكن لم لماذا لن له لها ليس ما ماذا مع من منذ منه نحن نعم هذا هذه هل هم هو هي هناك و وقد ولا ومن يكون""",
    "fa": """آن آنها از است اگر اما او ای این اینکه با باید بر برای بسیار به بود بودند بی پس پیش تا تر چرا چه
        چون چگونه خود داد دارد داشت در دیگر را روی سپس شد شده شود ضد کرد کرده کند که کنند کی ما من می مگر نه نیز
        نیست هر هم همه همین هست هستند هیچ و ولی وی یا یک""",
    "hi": """अगर अपना अपनी अपने आप इन इस इसका इसकी इसके इसे उन उनका उनकी उनके उस उसका उसकी उसके एक एवं ऐसे और कई
        कब कर करता करते करना करने कहाँ का कि किया किस की कुछ के को कोई कौन क्या क्यों गया गई जब जहाँ जा जाता
        जाती जाते जिस जैसे जो तक तथा तब तो था थी थे दिया द्वारा न नहीं ने पर फिर बहुत बाद भी मैं में यदि यह यहाँ
        या ये रहा रही रहे लिए वह वहाँ वे सकता सकते सब साथ से हम ही हुआ हुई हुए है हैं हो होता होती होते होना""",
    "ne": """अथवा अनि अब आफ्नो उनी एक एउटा औं कसरी का कि किन कुन कुनै के को गरी गरेको गर्न गर्ने छ छन् छैन जब जस
        जुन त तथा तर त्यस थियो थिए देखि धेरै न नै पनि भएको भने मा म यस यसको यी यो र रहेको लाई ले वा सँग सबै सम्म
        हरू हामी हुन हुने हो""",
    "hy": """այդ այլ այն այս դու դուք եմ են ենք ես եք է էի էին էր թե ի ին իսկ իր կամ համար հետ հետո մեջ մենք մի
        ն նա նաև նրա նրանք որ որը որոնք որպես ու ում պիտի վրա և ինչ ինչպես ինչու երբ""",
}

LISTED: tuple[str, ...] = tuple(_LISTS)
"""The languages that have a list."""


@cache
def stopwords(language: str) -> frozenset[str]:
    """The list of one language, in lower case; empty where there is none."""
    return frozenset(_LISTS.get(language, "").split())
